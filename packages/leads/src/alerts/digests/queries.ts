import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { columnName, leadTable } from '../../dictionaries/lead-table.ts'
import { findDataset } from '../../dictionaries/queries.ts'
import { optedOutTable } from '../../opt-outs/opted-out-leads.ts'
import { prepareOptOutTables } from '../../opt-outs/prepare-opt-out-tables.ts'
import type { Column } from '../../schema.ts'
import type { SearchDeps } from '../../search/ports.ts'

type Wanted = { readonly dictId: string; readonly leadId: string; readonly version: number }
type Deps = { readonly db: Tx; readonly search: SearchDeps }
type OptOutAsking = Deps & { readonly olap: Olap }

/** Columns that name a lead in a mail: no contacts. */
const NAMING = 2

const namingColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(({ contact, kind }) => !contact && ['text', 'category'].includes(kind)).slice(0, NAMING)

const engineRow = z.looseObject({ lead_id: z.string(), place: z.array(z.string()) })

/** The cells that name some leads, by dataset and id, as the present version has them; without those that are gone. */
export async function readLeadCells(deps: Deps, wanted: readonly Wanted[]): Promise<Map<string, string[]>> {
  const cells = new Map<string, string[]>()
  for (const [dictId, leads] of Map.groupBy(wanted, ({ dictId }) => dictId)) {
    const dataset = await findDataset(deps.db, dictId)
    if (!dataset) continue
    const { columns, version } = dataset.dictionary
    const naming = namingColumns(columns).map(columnName)
    const sql = `SELECT lead_id, [toString(p_city), toString(p_state)] AS place
        ${naming.map((name) => `, toString(${name}) AS ${name}`).join('')}
      FROM ${leadTable(dataset.datasetNo, version)} WHERE lead_id IN {ids:Array(UInt64)}`
    const params = { ids: leads.map(({ leadId }) => BigInt(leadId)) }
    const rows = await deps.search.statements.run({}, () =>
      deps.search.olap.ask({ sql, params, row: engineRow }),
    )
    for (const row of rows) {
      const named = naming.map((name) => String(row[name] ?? ''))
      const [city = '', state = ''] = row.place
      const place = [titled(city), state].filter(Boolean).join(', ')
      cells.set(`${dictId} ${row.lead_id}`, [...named, place].filter(Boolean))
    }
  }
  return cells
}

type Told = { readonly dictId: string; readonly leadIds: readonly string[] }

const idRow = z.object({ id: z.string() })

/** Ids that one statement takes: they travel in the address of a request. */
const IDS_AT_ONCE = 10_000

/**
 * Those of some leads that were removed because they opted out, by dataset and id; not who was taken off the list and is
 * back.
 */
export async function findOptedOut(deps: OptOutAsking, told: readonly Told[]): Promise<Set<string>> {
  const found = new Set<string>()
  if (told.length === 0) return found
  await prepareOptOutTables(deps.olap)
  for (const [dictId, of] of Map.groupBy(told, ({ dictId }) => dictId)) {
    const dataset = await findDataset(deps.db, dictId)
    if (!dataset) continue
    const { datasetNo } = dataset
    const leads = leadTable(datasetNo, dataset.dictionary.version)
    const ids = [...new Set(of.flatMap(({ leadIds }) => leadIds))]
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const rows = await deps.search.statements.run({}, () =>
        deps.search.olap.ask({
          sql: `SELECT DISTINCT toString(lead_id) AS id FROM ${optedOutTable}
            WHERE dataset_no = {dataset:UInt32} AND lead_id IN {ids:Array(UInt64)}
              AND lead_id NOT IN (SELECT lead_id FROM ${leads} WHERE lead_id IN {ids:Array(UInt64)})`,
          params: { dataset: datasetNo, ids: ids.slice(from, from + IDS_AT_ONCE).map(BigInt) },
          row: idRow,
        }),
      )
      for (const { id } of rows) found.add(`${dictId} ${id}`)
    }
  }
  return found
}

/** City names are stored in lower case. */
const titled = (city: string) => city.replace(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())
