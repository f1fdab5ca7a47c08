import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { type StatusClause, topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import { statusesSaid } from '../query/lead-notes.ts'
import { leadStatuses } from '../query/lead-statuses.ts'
import type { SearchAnswer } from '../schema.ts'
import { askVersion } from './ask-version.ts'
import { filterOf, type SearchPlan } from './plan-search.ts'
import type { SearchDeps } from './ports.ts'

const statusRow = z.object({ status: z.enum(leadStatuses), count: z.coerce.number() })

/** Exact counts of the company's own statuses over the whole search, most first. */
export async function countStatuses(
  asking: Pick<SearchDeps, 'olap' | 'statements'>,
  plan: SearchPlan,
  signal?: AbortSignal,
): Promise<SearchAnswer['statuses']> {
  const { notes } = plan.context
  if (!notes || notes.revision === 0) return []
  const binder = openBinder()
  const hasStatus: StatusClause = { type: 'status', statuses: [] }
  const filter = filterOf(plan, [...topLevel(plan.query), hasStatus], binder)
  // The leads with a status are looked up first: they are at most 100,000, whatever the search finds.
  const sql = `SELECT said_status AS status, count() AS count
    FROM (SELECT lead_id FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} ${filter}) AS found
    INNER JOIN (${statusesSaid(notes, binder)}) AS said USING (lead_id)
    GROUP BY said_status ORDER BY count DESC, status`
  const { revision } = plan
  return [...(await askVersion(asking, { revision, sql, params: binder.params, row: statusRow }, signal))]
}
