import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { topLevel } from '../query/ast.ts'
import { type Binder, openBinder } from '../query/binder.ts'
import type { SearchAnswer } from '../schema.ts'
import { askVersion } from './ask-version.ts'
import { type Box, type Cell, cellOf, isInBox, type View } from './map-view.ts'
import { filterOf, type SearchPlan } from './plan-search.ts'
import type { SearchDeps } from './ports.ts'

type Asking = Pick<SearchDeps, 'olap' | 'statements'>
type MapLeads = Pick<NonNullable<SearchAnswer['map']>, 'kind' | 'cells'>

/** Up to this many leads in view are shown one by one. */
const POINTS = 500

const cellRow = z.object({ cell: z.string(), leads: z.coerce.number() })
const pointRow = z.object({ id: z.string(), lat: z.number(), lon: z.number() })

/**
 * The matching leads in view: as H3 hexagons, each with all its leads even where the view cuts it, so that its count
 * stays while the map is moved; or one by one when they are few.
 * @param cells the counted cells of at least the view
 */
export async function showLeads(
  asking: Asking,
  plan: SearchPlan,
  { view, cells }: { view: View; cells: readonly Cell[] },
  signal?: AbortSignal,
): Promise<MapLeads> {
  const shown = cells.filter(({ point }) => isInBox(view.centers, point))
  const leads = shown.reduce((sum, { count }) => sum + count, 0)
  if (leads > POINTS) return { kind: 'hexagons', cells: shown }
  return { kind: 'points', cells: leads === 0 ? [] : await readPoints(asking, plan, view.box, signal) }
}

/** Counts the cells around a view that does not show everything. */
export async function readCells(
  asking: Asking,
  plan: SearchPlan,
  view: View,
  signal?: AbortSignal,
): Promise<Cell[]> {
  const binder = openBinder()
  const column = `h3_${view.resolution}`
  const sql = `SELECT toString(${column}) AS cell, count() AS leads
    FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}
    ${filterOf(plan, topLevel(plan.query), binder, isInView(view.leads, binder))} GROUP BY ${column}`
  const rows = await askVersion(
    asking,
    { revision: plan.revision, sql, params: binder.params, row: cellRow },
    signal,
  )
  return rows.flatMap(({ cell, leads }) => cellOf(cell, leads))
}

function isInView(box: Box, binder: Binder): string {
  const [west, south, east, north] = box.map((edge) => binder.bind('Float64', edge))
  return `p_lat >= ${south} AND p_lat <= ${north} AND p_lon >= ${west} AND p_lon <= ${east}`
}

async function readPoints(asking: Asking, plan: SearchPlan, box: Box, signal?: AbortSignal): Promise<Cell[]> {
  const binder = openBinder()
  const sql = `SELECT lead_id AS id, p_lat AS lat, p_lon AS lon FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}
    ${filterOf(plan, topLevel(plan.query), binder, isInView(box, binder))}
    ORDER BY row LIMIT ${POINTS}`
  const rows = await askVersion(
    asking,
    { revision: plan.revision, sql, params: binder.params, row: pointRow },
    signal,
  )
  return rows.map(({ id, lat, lon }) => ({ cell: id, count: 1, point: [lon, lat] }))
}
