import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import { cellText } from '../search/cell-text.ts'
import { texts } from '../texts.ts'

/** The first filled text that is no contact: what a person calls the lead. */
export function leadName({ columns, lead }: LeadDetails): string {
  const named = columns.find(
    ({ key, kind, contact }) => kind === 'text' && !contact && (lead.cells[key] ?? '') !== '',
  )
  return named ? cellText(named, lead.cells[named.key] ?? null) : texts.lead.title
}
