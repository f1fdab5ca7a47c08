import { cellToLatLng, getHexagonEdgeLengthAvg, UNITS } from 'h3-js'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import type { SearchAnswer, SearchRequest } from '../schema.ts'
import { conditionOf, type SearchPlan } from './plan.ts'
import type { SearchDeps } from './ports.ts'

type Asking = Pick<SearchDeps, 'olap' | 'inLine'>
type MapRequest = NonNullable<SearchRequest['map']>
type MapCells = Pick<NonNullable<SearchAnswer['map']>, 'kind' | 'cells'>
type Resolution = 2 | 3 | 4 | 5 | 6 | 7

/** So few leads in view are shown one by one. */
const POINTS = 500

/** The smallest zoom each resolution is drawn at: its hexagons are then 15 to 35 pixels wide. */
const zoomOf: readonly [Resolution, number][] = [
  [7, 10],
  [6, 9],
  [5, 7],
  [4, 6],
  [3, 4],
]

/** The H3 resolution for a viewport; a wide one at a high zoom, which no screen shows, counts as its real zoom. */
export function resolutionOf({ bbox, zoom }: MapRequest): Resolution {
  const [west, , east] = bbox
  // 8 tiles of 512 pixels across: wider than any screen.
  const widest = Math.log2(360 / Math.max(east - west, 1e-6)) + 3
  const shown = Math.min(zoom, widest)
  return zoomOf.find(([, from]) => shown >= from)?.[0] ?? 2
}

const cellRow = z.object({ cell: z.string(), leads: z.coerce.number() })
const pointRow = z.object({ id: z.string(), lat: z.number(), lon: z.number() })

/**
 * The matching leads in view: as H3 hexagons, each with all its leads even where the view cuts it, so that its count
 * stays while the map is moved; or one by one when they are few.
 */
export async function readMap(
  asking: Asking,
  plan: SearchPlan,
  map: MapRequest,
  signal?: AbortSignal,
): Promise<MapCells> {
  const resolution = resolutionOf(map)
  const margin = 2.5 * degreesOf(resolution)
  const cells = await readCells(asking, { plan, bbox: widened(map.bbox, margin), resolution }, signal)
  const shown = cells.filter(({ point }) => isIn(widened(map.bbox, margin / 2.5), point))
  const leads = shown.reduce((sum, { count }) => sum + count, 0)
  if (leads > POINTS) return { kind: 'hexagons', cells: shown }
  const points = leads === 0 ? [] : await readPoints(asking, plan, map.bbox, signal)
  return { kind: 'points', cells: points }
}

type Box = MapRequest['bbox']

/** Edge of a hexagon in degrees of latitude. */
const degreesOf = (resolution: Resolution): number => getHexagonEdgeLengthAvg(resolution, UNITS.km) / 111.2

/** The box with a margin of so many degrees of latitude, and as far to the east and west. */
function widened([west, south, east, north]: Box, degrees: number): Box {
  const lat = Math.min(80, Math.max(Math.abs(south), Math.abs(north)))
  const sideways = degrees / Math.cos((lat * Math.PI) / 180)
  return [west - sideways, south - degrees, east + sideways, north + degrees]
}

const isIn = ([west, south, east, north]: Box, [lon, lat]: readonly [number, number]): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north

type CellQuery = { plan: SearchPlan; bbox: Box; resolution: Resolution }

async function readCells(
  { olap, inLine }: Asking,
  { plan, bbox, resolution }: CellQuery,
  signal?: AbortSignal,
) {
  const binder = openBinder()
  const inView = viewCondition(bbox, binder.bind)
  const condition = conditionOf(plan, topLevel(plan.query), binder)
  const column = `h3_${resolution}`
  const sql = `SELECT h3ToString(${column}) AS cell, count() AS leads
    FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} WHERE ${column} != 0 AND ${inView} AND ${condition}
    GROUP BY ${column}`
  const rows = await inLine(
    () => olap.ask({ sql, params: binder.params, row: cellRow, ...(signal && { signal }) }),
    signal,
  )
  return rows.map(({ cell, leads }) => {
    const [lat, lon] = cellToLatLng(cell)
    return { cell, count: leads, point: [lon, lat] as [number, number] }
  })
}

/** Where the view holds the whole country there is nothing to leave out, and two columns less to read. */
function viewCondition(
  [west, south, east, north]: Box,
  bind: (type: 'Float64', value: number) => string,
): string {
  if (west <= -180 && east >= 180 && south <= -15 && north >= 72) return '1'
  const [w, s, e, n] = [west, south, east, north].map((edge) => bind('Float64', edge))
  return `p_lat >= ${s} AND p_lat <= ${n} AND p_lon >= ${w} AND p_lon <= ${e}`
}

async function readPoints({ olap, inLine }: Asking, plan: SearchPlan, bbox: Box, signal?: AbortSignal) {
  const binder = openBinder()
  const inView = viewCondition(bbox, binder.bind)
  const condition = conditionOf(plan, topLevel(plan.query), binder)
  const sql = `SELECT lead_id AS id, p_lat AS lat, p_lon AS lon
    FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} WHERE NOT isNaN(p_lat) AND ${inView} AND ${condition}
    ORDER BY row LIMIT ${POINTS}`
  const rows = await inLine(
    () => olap.ask({ sql, params: binder.params, row: pointRow, ...(signal && { signal }) }),
    signal,
  )
  return rows.map(({ id, lat, lon }) => ({ cell: id, count: 1, point: [lon, lat] as [number, number] }))
}
