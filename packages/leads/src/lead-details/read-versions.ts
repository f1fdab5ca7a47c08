import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { imports } from '../import/tables.ts'
import { type Column, cellValue } from '../schema.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'

type Cell = z.infer<typeof cellValue>

const versionRow = z.looseObject({
  lead_id: z.string(),
  row: z.coerce.number(),
  first_seen: z.coerce.number(),
  p_lat: z.number().nullable(),
  p_lon: z.number().nullable(),
})
export type VersionRow = z.infer<typeof versionRow>

/** A stored version of a dataset, with the lead as it was in it. */
export type LeadVersion = {
  readonly version: number
  readonly importedAt: string
  readonly file: string | null
  readonly columns: readonly Column[]
  readonly row: VersionRow | undefined
}

type Deps = { readonly db: Tx; readonly search: Pick<SearchDeps, 'olap' | 'statements'> }
type Asked = {
  readonly dataset: SearchDataset
  readonly leadId: string
  readonly signal?: AbortSignal | undefined
}

/** A lead in each stored version, newest first. Versions never change, so the order of reading is of no account. */
export async function readVersions(
  { db, search: { olap, statements } }: Deps,
  { dataset: { dictionary, datasetNo, versionColumns }, leadId, signal }: Asked,
): Promise<LeadVersion[]> {
  const files = await listFiles(db, dictionary.dictId)
  return await Promise.all(
    dictionary.versions.map(async ({ version, importedAt }) => {
      const columns = versionColumns.get(version) ?? []
      const [row] = await statements.run({ signal }, () =>
        olap.ask({
          sql: `SELECT lead_id, row, first_seen, p_lat, p_lon, ${columns.map(columnName).join(', ')}
            FROM ${leadTable(datasetNo, version)} WHERE lead_id IN {ids:Array(UInt64)} LIMIT 1`,
          params: { ids: [BigInt(leadId)] },
          row: versionRow,
          ...(signal && { signal }),
        }),
      )
      return { version, importedAt, file: files.get(version) ?? null, columns, row }
    }),
  )
}

/** The names of the files that the versions of a dataset were imported from. */
async function listFiles(tx: Tx, dictId: string): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .select({ version: imports.version, name: imports.sourceName })
    .from(imports)
    .where(and(eq(imports.dictId, dictId), eq(imports.state, 'done')))
  return new Map(rows.map(({ version, name }) => [version, name]))
}

/** The cell of a version's row; null where it has none, or the version did not have the column. */
export function cellOf({ row, columns }: LeadVersion, key: string): Cell {
  if (!row || !columns.some((column) => column.key === key)) return null
  const cell = cellValue.parse(row[columnName({ key })] ?? null)
  return cell === '' ? null : cell
}
