import { z } from 'zod'
import { columnName } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'

const namesOf = (columns: readonly Column[]): string[] => [
  ...['lead_id', 'row', 'p_lat', 'p_lon'],
  ...columns.map(columnName),
]

/** What a page reads of each lead. */
export const pageColumns = (columns: readonly Column[]): string => namesOf(columns).join(', ')

/** The same as one text: a JSON array of the cells, without their names. */
export const packedText = (columns: readonly Column[]): string =>
  `formatRowNoNewline('JSONCompactEachRow', ${pageColumns(columns)})`

/** The cells of a lead by their names, as the engine answers a page. */
export type PackedLead = Readonly<Record<string, unknown>>

const cells = z.array(z.unknown())

/** @throws Error for a text that is not of such columns */
export function leadsOf(texts: readonly string[], columns: readonly Column[]): PackedLead[] {
  const names = namesOf(columns)
  return texts.map((text) => {
    const values = cells.length(names.length).parse(JSON.parse(text))
    return Object.fromEntries(names.map((name, i) => [name, values[i]]))
  })
}
