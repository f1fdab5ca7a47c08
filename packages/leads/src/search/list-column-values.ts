import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { z } from 'zod'
import { suggestTable } from '../dictionaries/lead-table.ts'
import { leadsCaches, mostValuesOfColumn } from '../limits.ts'
import { openBinder } from '../query/binder.ts'
import type { SearchDeps } from './ports.ts'

export type ColumnValue = { readonly value: string; readonly lower: string; readonly count: number }
/** The column's dataset with its revision, and version. */
export type ColumnOf = {
  readonly datasetNo: number
  readonly revision: number
  readonly version: number
  readonly key: string
}

type Asking = Pick<SearchDeps, 'olap' | 'statements'>
/** The values of one column, undefined where they are too many. */
type Values = readonly ColumnValue[] | undefined

const cacheOf = cachePerOwner<Asking['olap'], Values, []>(
  () => new Cache<Values>(leadsCaches.columnValues, (values) => values?.length ?? 0),
)

const valueRow = z.object({ value: z.string(), lower: z.string(), count: z.coerce.number() })
const countRow = z.object({ values: z.coerce.number() })

/**
 * All values of a column that has few, those with most leads first; undefined for one that has many. They are read once
 * and cached, since a version never changes: people type into cities, counties and titles, letter by letter.
 */
export async function listColumnValues(asking: Asking, column: ColumnOf): Promise<Values> {
  const name = `${suggestTable(column.datasetNo, column.version)} ${column.revision} ${column.key}`
  return await cacheOf(asking.olap).load(name, async () => await readValues(asking, column))
}

async function readValues(
  { olap, statements }: Asking,
  { datasetNo, version, key }: ColumnOf,
): Promise<Values> {
  const binder = openBinder()
  const from = `FROM ${suggestTable(datasetNo, version)} WHERE column = ${binder.bind('String', key)}`
  const ask = async <Row>(sql: string, row: z.ZodType<Row>) =>
    await statements.run({}, async () => await olap.ask({ sql, params: binder.params, row }))
  const [counted] = await ask(`SELECT count() AS values ${from}`, countRow)
  if (!counted || counted.values > mostValuesOfColumn) return undefined
  const rest = 'ORDER BY count DESC, lower_value'
  return await ask(`SELECT value, lower_value AS lower, count ${from} ${rest}`, valueRow)
}
