import type { Column, LeadRow } from '@freeor/leads/schema'
import { formatDate, formatDollars, formatFigure } from '@freeor/ui/format'
import { texts } from '../texts.ts'

/** A cell's value, formatted by its column's kind. */
export function cellText(
  { kind }: Pick<Column, 'kind'>,
  value: LeadRow['cells'][string] | null | undefined,
): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? texts.search.yes : texts.search.no
  if (kind === 'money' && Number.isFinite(Number(value))) return formatDollars(Number(value))
  if (kind === 'number' && Number.isFinite(Number(value))) return formatFigure(Number(value))
  if (kind === 'date') return formatDate(String(value))
  return String(value)
}
