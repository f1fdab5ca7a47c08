import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { columnCodec, columnName, leadTable } from '../../dictionaries/lead-table.ts'
import type { Column } from '../../schema.ts'
import { finishCaps } from './engine-settings.ts'
import type { VersionTables } from './finish-version.ts'

/** `parts`: cells with a fraction. In JSON, infinite is null. */
const measured = z.object({
  low: z.coerce.number().nullable(),
  high: z.coerce.number().nullable(),
  parts: z.coerce.number(),
})

/** No 64 bits: JSON answers would have them as text, and a Float64 is just as wide. */
const integers = [
  { type: 'UInt8', least: 0, most: 0xff },
  { type: 'Int8', least: -0x80, most: 0x7f },
  { type: 'UInt16', least: 0, most: 0xffff },
  { type: 'Int16', least: -0x8000, most: 0x7fff },
  { type: 'UInt32', least: 0, most: 0xffff_ffff },
  { type: 'Int32', least: -0x8000_0000, most: 0x7fff_ffff },
] as const

/**
 * Makes the numbers of a written version as narrow as possible: a scan costs what it reads. Only now is every cell
 * known; a type guessed from the first thousand rows would be wrong for one of the last.
 */
export async function fitNumbers(
  olap: Olap,
  { datasetNo, version, columns }: Omit<VersionTables, 'previous'>,
): Promise<void> {
  const numbers = columns.filter(({ kind }) => kind === 'number' || kind === 'money')
  if (numbers.length === 0) return
  const table = leadTable(datasetNo, version)
  const facts = numbers.map((column) => {
    // Includes the values under blank cells, which are converted as well: an infinite cell is only covered by a NULL.
    const cell = `assumeNotNull(${columnName(column)})`
    return `SELECT min(${cell}) AS low, max(${cell}) AS high, countIf(${cell} != trunc(${cell})) AS parts FROM ${table}`
  })
  const narrow: string[] = []
  for (const [i, sql] of facts.entries()) {
    const [found] = await olap.ask({ sql, pool: 'writer', caps: finishCaps, row: measured })
    const column = numbers[i]
    const type = found && column && integerFor(found)
    if (type) narrow.push(modified(column, type))
  }
  if (narrow.length === 0) return
  await olap.write(`ALTER TABLE ${table} ${narrow.join(', ')} SETTINGS mutations_sync = 1, alter_sync = 1`)
}

const modified = (column: Column, type: string): string =>
  `MODIFY COLUMN ${columnName(column)} Nullable(${type}) ${columnCodec(column.kind)}`

/** The narrowest integer that holds all of them; undefined when there is none. */
function integerFor({ low, high, parts }: z.infer<typeof measured>): string | undefined {
  if (parts > 0 || low === null || high === null) return undefined
  return integers.find(({ least, most }) => low >= least && high <= most)?.type
}
