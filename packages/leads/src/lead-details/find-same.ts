import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { businessTable } from '../businesses/business-tables.ts'
import { readBusinesses } from '../businesses/read-businesses.ts'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { engineRow, findMarked, findOwned, presentRow } from '../search/read-page.ts'
import type { LeadDetails } from './schema.ts'

/** Leads of one business that are shown with one of them. */
const mostSame = 20

type Deps = { readonly db: Tx; readonly search: SearchDeps }
type Asked = {
  readonly dataset: SearchDataset
  readonly leadId: string
  readonly signal?: AbortSignal | undefined
}

/**
 * The other leads of the dataset that are the same business as one, covered as in a search. None where the lead has left
 * the dataset without another one of its business.
 */
export async function findSame(
  { db, search }: Deps,
  scope: CompanyScope,
  { dataset: { datasetNo, dictionary }, leadId, signal }: Asked,
): Promise<LeadDetails['sameBusiness']> {
  const { version, leads } = await readBusinesses({ db, olap: search.olap }, datasetNo)
  if (leads === 0 || version !== dictionary.version) return []
  const { columns } = dictionary
  const table = businessTable(datasetNo, version)
  const rows = await search.statements.run({ signal }, () =>
    search.olap.ask({
      sql: `SELECT lead_id, row, p_lat, p_lon, ${columns.map(columnName).join(', ')} FROM ${leadTable(datasetNo, version)}
        WHERE lead_id IN (SELECT lead_id FROM ${table} WHERE business_id IN (
          SELECT business_id FROM ${table} WHERE lead_id IN {ids:Array(UInt64)}))
        AND lead_id NOT IN {ids:Array(UInt64)} ORDER BY lead_id LIMIT ${mostSame}`,
      params: { ids: [BigInt(leadId)] },
      row: engineRow,
      ...(signal && { signal }),
    }),
  )
  const [owned, marked] = await Promise.all([
    findOwned(search, scope, { datasetNo, leadIds: rows.map((row) => row.lead_id) }, signal),
    findMarked(search, { datasetNo, rowsVersion: version, context: { columns } }, rows, signal),
  ])
  return rows.map((row) =>
    presentRow(row, columns, { owned: owned.has(row.lead_id), doNotCall: marked.get(row.row) ?? [] }),
  )
}
