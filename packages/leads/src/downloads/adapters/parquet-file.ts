import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { isTextual } from '../../dictionaries/lead-table.ts'
import type { Column } from '../../schema.ts'
import type { FileColumn } from '../file-column.ts'
import type { Cells } from './json-lines.ts'

/** Leads kept in memory at once: a row group of the file. */
const ROWS_A_GROUP = 10_000

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** Texts, numbers, booleans and days as Parquet knows them; a blank cell is null. */
function elementOf({ key, kind }: Column): SchemaElement {
  const named = { name: key, repetition_type: 'OPTIONAL' } as const
  if (kind === 'date') return { ...named, type: 'INT32', converted_type: 'DATE' }
  if (kind === 'boolean') return { ...named, type: 'BOOLEAN' }
  if (isTextual(kind)) return { ...named, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
  return { ...named, type: 'DOUBLE' }
}

type Cell = string | number | boolean | null | undefined

function toParquetCell({ kind }: Column, cell: Cell) {
  if (cell === undefined || cell === null || cell === '') return null
  if (kind === 'date') return new Date(`${cell}T00:00:00Z`)
  return isTextual(kind) ? String(cell) : typeof cell === 'boolean' ? cell : Number(cell)
}

/** A Parquet file, a row group at a time: its memory does not grow with the file. */
export async function* writeParquet(
  columns: readonly FileColumn[],
  cells: AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  const schema: SchemaElement[] = [{ name: 'leads', num_children: columns.length }, ...columns.map(elementOf)]
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema })
  const take = () => {
    const bytes = Buffer.from(writer.getBytes())
    writer.index = 0
    return bytes
  }
  const write = async (group: Cell[][]) =>
    await parquet.write({
      columnData: columns.map((column, i) => ({
        name: column.key,
        data: group.map((row) => toParquetCell(column, row[i])),
      })),
      rowGroupSize: ROWS_A_GROUP,
    })
  let group: Cell[][] = []
  for await (const row of cells) {
    group.push(row)
    if (group.length < ROWS_A_GROUP) continue
    await write(group)
    yield take()
    group = []
  }
  if (group.length > 0) await write(group)
  await parquet.finish()
  yield take()
}
