import type { Box } from '../search/map-view.ts'
import type { Condition } from './ports.ts'

const within = (column: string, from: number, to: number): Condition => ({
  type: 'range',
  column,
  from: { value: from, inclusive: true },
  to: { value: to, inclusive: true },
})

/** [west, south, east, north], edges included. A lead without a place is in no box: its degrees are blank. */
export const inBox = ([west, south, east, north]: Box): Condition => ({
  type: 'and',
  of: [within('p_lat', south, north), within('p_lon', west, east)],
})
