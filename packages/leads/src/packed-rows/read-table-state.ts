import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { ENTRY_BYTES } from './layout.ts'
import type { LeadsToPack } from './pack-version.ts'
import { packedText, pageColumns } from './page-columns.ts'

const caps = { seconds: 60 }

const tableState = z.object({ id: z.string(), parts: z.coerce.number(), leads: z.coerce.number() })
/** `id` is the engine's own. */
export type TableState = z.output<typeof tableState>

/** A version's table as it is now. @throws Error when there is none */
export async function readTableState(olap: Olap, leads: string): Promise<TableState> {
  const [state] = await olap.ask({
    sql: `SELECT
        (SELECT toString(uuid) FROM system.tables WHERE database = 'freeor' AND name = {name:String}) AS id,
        (SELECT count() FROM system.parts WHERE active AND database = 'freeor' AND table = {name:String}) AS parts,
        (SELECT count() FROM ${leads}) AS leads`,
    params: { name: leads.slice(leads.indexOf('.') + 1) },
    pool: 'writer',
    row: tableState,
    caps,
  })
  if (!state) throw new Error(`The engine says nothing of ${leads}`)
  return state
}

/** Leads whose texts are measured to tell how much room all of them need. */
const MEASURED_LEADS = 1_000
const leadsRow = z.object({ lastRow: z.coerce.number(), texts: z.coerce.number() })

/** The last row of a version, and about how many bytes its packed rows take. */
export async function measureLeads(
  olap: Olap,
  { leads, columns }: LeadsToPack,
): Promise<{ readonly lastRow: number; readonly bytes: number }> {
  const sql = `SELECT max(row) AS lastRow,
      count() * (SELECT avg(length(${packedText(columns)}) + 1)
        FROM (SELECT ${pageColumns(columns)} FROM ${leads} LIMIT ${MEASURED_LEADS})) AS texts
    FROM ${leads}`
  const [found] = await olap.ask({ sql, pool: 'writer', row: leadsRow, caps })
  if (!found) throw new Error(`The engine says nothing of ${leads}`)
  return { lastRow: found.lastRow, bytes: found.texts + found.lastRow * ENTRY_BYTES }
}
