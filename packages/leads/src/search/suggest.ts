import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { suggestTable } from '../dictionaries/lead-table.ts'
import { openBinder } from '../query/binder.ts'
import { suggestAnswer } from '../schema.ts'
import { askVersion } from './ask-version.ts'
import { type ColumnValue, listColumnValues } from './list-column-values.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'

const VALUES = 20
const SHORTEST = 2
/** Shorter texts are in too many values. */
const SHORTEST_INSIDE = 3

const valueRow = z.object({ value: z.string(), count: z.coerce.number() })
export type Suggestion = z.infer<typeof suggestAnswer>

/**
 * Values of a column that begin with a text, in any case, those with most leads first. From three characters on, and if
 * there is space left, also values that contain it. Counts are of the whole version. Fewer than two characters: none.
 * @throws AppError `not_found` for a column that does not exist, is a contact column or has no suggestions.
 */
export async function suggestValues(
  asking: Pick<SearchDeps, 'olap' | 'statements'>,
  { dictionary, datasetNo, revision }: SearchDataset,
  { column: key, q }: { column: string; q: string },
  signal?: AbortSignal,
): Promise<Suggestion> {
  const column = dictionary.columns.find((one) => one.key === key)
  if (!column?.suggest || column.contact) throw new AppError('not_found', `"${key}" has no suggestions`)
  const text = q.trim().toLowerCase().slice(0, 200)
  const none = { column: key, values: [] }
  if ([...text].length < SHORTEST || !text.isWellFormed() || dictionary.version === 0) return none
  const isShort = [...text].length < SHORTEST_INSIDE
  const known = await listColumnValues(asking, { datasetNo, revision, version: dictionary.version, key })
  if (known) return suggestAnswer.parse({ column: key, values: pick(known, text, isShort) })
  const table = suggestTable(datasetNo, dictionary.version)
  const binder = openBinder()
  const starts = `startsWith(lower_value, ${binder.bind('String', text)})`
  // What starts with the text contains it, and the index only answers LIKE.
  const contains = `lower_value LIKE ${binder.bind('String', `%${text.replace(/[\\%_]/g, '\\$&')}%`)}`
  // Sorting by the same condition that filters fails in the engine when nothing is found.
  const [wanted, order] = isShort ? [starts, ''] : [contains, `${starts} DESC, `]
  const sql = `SELECT value, count FROM ${table}
    WHERE column = ${binder.bind('String', key)} AND ${wanted}
    ORDER BY ${order}count DESC, lower_value LIMIT ${VALUES}`
  const values = await askVersion(asking, { revision, sql, params: binder.params, row: valueRow }, signal)
  return suggestAnswer.parse({ column: key, values })
}

/** What the statement above would find, in its order. */
function pick(known: readonly ColumnValue[], text: string, isShort: boolean): Suggestion['values'] {
  const starting: ColumnValue[] = []
  const inside: ColumnValue[] = []
  for (const one of known) {
    const at = one.lower.indexOf(text)
    if (at === 0) starting.push(one)
    else if (at > 0 && !isShort && inside.length < VALUES) inside.push(one)
    if (starting.length === VALUES) break
  }
  return [...starting, ...inside].slice(0, VALUES).map(({ value, count }) => ({ value, count }))
}
