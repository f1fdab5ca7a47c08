import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { countFilledCells, type FileSource, fileCaps } from '../file-sql.ts'
import type { FilledCells } from '../tables.ts'

const countsRow = z.object({ counts: z.array(z.coerce.number()) })

/** In how many rows of a file each demanded column was blank; without those that never were. */
export async function countFilled(
  { olap }: { readonly olap: Olap },
  file: FileSource,
): Promise<FilledCells[] | null> {
  const demanded = file.columns.filter(({ filledWhere }) => filledWhere !== undefined)
  if (demanded.length === 0) return null
  const counted = countFilledCells(file, demanded)
  const [row] = await olap.ask({ ...counted, pool: 'writer', row: countsRow, caps: fileCaps })
  return demanded
    .map(({ label }, i) => ({ column: label, rows: row?.counts[i] ?? 0 }))
    .filter(({ rows }) => rows > 0)
}
