import { z } from 'zod'
import { suggestTable } from '../dictionaries/lead-table.ts'
import { openBinder } from '../query/binder.ts'
import type { SearchDeps } from './ports.ts'

export type ColumnValue = { readonly value: string; readonly lower: string; readonly count: number }
/** Of which version of which data set. */
export type ColumnOf = { readonly datasetNo: number; readonly version: number; readonly key: string }

type Asking = Pick<SearchDeps, 'olap' | 'statements'>
type Kept = { readonly values: Promise<readonly ColumnValue[] | undefined>; amount: number }

/** A column of more is left to the engine's index. */
const MOST_OF_A_COLUMN = 30_000
/** Some 40 MB. */
const MOST_OF_ALL = 300_000

/** By engine, the column used last at the end. */
const memories = new WeakMap<Asking['olap'], Map<string, Kept>>()

const valueRow = z.object({ value: z.string(), lower: z.string(), count: z.coerce.number() })
const countRow = z.object({ values: z.coerce.number() })

/**
 * All values of a column that has few, those of most leads first; undefined for one that has many. They are read once
 * and kept, since a version never changes: people type into cities, counties and titles, letter by letter.
 */
export async function listColumnValues(
  asking: Asking,
  column: ColumnOf,
): Promise<readonly ColumnValue[] | undefined> {
  const memory = memories.get(asking.olap) ?? new Map<string, Kept>()
  memories.set(asking.olap, memory)
  const name = `${suggestTable(column.datasetNo, column.version)} ${column.key}`
  const kept = memory.get(name)
  memory.delete(name)
  const one = kept ?? { values: readValues(asking, column), amount: 0 }
  memory.set(name, one)
  try {
    const values = await one.values
    one.amount = values?.length ?? 0
    forgetOldest(memory)
    return values
  } catch (error) {
    if (memory.get(name) === one) memory.delete(name)
    throw error
  }
}

async function readValues({ olap, statements }: Asking, { datasetNo, version, key }: ColumnOf) {
  const binder = openBinder()
  const from = `FROM ${suggestTable(datasetNo, version)} WHERE column = ${binder.bind('String', key)}`
  const ask = async <Row>(sql: string, row: z.ZodType<Row>) =>
    await statements.run({}, async () => await olap.ask({ sql, params: binder.params, row }))
  const [counted] = await ask(`SELECT count() AS values ${from}`, countRow)
  if (!counted || counted.values > MOST_OF_A_COLUMN) return undefined
  const rest = 'ORDER BY count DESC, lower_value'
  return await ask(`SELECT value, lower_value AS lower, count ${from} ${rest}`, valueRow)
}

function forgetOldest(memory: Map<string, Kept>): void {
  let amount = [...memory.values()].reduce((sum, one) => sum + one.amount, 0)
  for (const [name, one] of memory) {
    if (amount <= MOST_OF_ALL) return
    memory.delete(name)
    amount -= one.amount
  }
}
