import type { Column } from '../../schema.ts'
import { headerWords } from '../cells/header-words.ts'

/** Degrees of one direction in columns of their own; `side` says N, S, E or W. */
export type Pieces<Source> = {
  readonly degrees: Source
  readonly minutes: Source
  readonly seconds?: Source
  readonly side?: Source
}
export type PiecesOfPoint<Source> = { readonly lat: Pieces<Source>; readonly lon: Pieces<Source> }

type Part = keyof Pieces<unknown>

const axes = { lat: 'latitude|lat', lon: 'longitude|long|lon|lng' } as const
type Axis = keyof typeof axes
const parts: { readonly [One in Part]: string } = {
  degrees: 'degrees|degree|degs|deg|dd|d',
  minutes: 'minutes|minute|mins|min|mm|m',
  seconds: 'seconds|second|secs|sec|ss|s',
  side: 'direction|dir|hemisphere|hemi|hem',
}
/** What follows the axis, or stands before it: `lat_degrees`, `LatD`, `Degrees Latitude`. The rest is the place's name. */
const shapes = (['lat', 'lon'] as const).flatMap((axis) =>
  (Object.keys(parts) as Part[]).map((part) => ({
    axis,
    part,
    pattern: new RegExp(`^(.*?)(?:(?:${axes[axis]})(?:${parts[part]})|(?:${parts[part]})(?:${axes[axis]}))$`),
  })),
)
/** Directions without the axis in their names. */
const sides = { ns: 'lat', ew: 'lon' } as const

type Named<Source> = {
  readonly axis: Axis
  readonly part: Part
  readonly place: string
  readonly column: Source
}

function named<Source extends Pick<Column, 'from'>>(column: Source): Named<Source> | undefined {
  const joined = headerWords(column.from).join('')
  const side = joined === 'ns' || joined === 'ew' ? sides[joined] : undefined
  if (side) return { axis: side, part: 'side', place: '', column }
  for (const { axis, part, pattern } of shapes) {
    const place = pattern.exec(joined)?.[1]
    if (place !== undefined) return { axis, part, place, column }
  }
  return undefined
}

/** Whether a header is of minutes, seconds or a direction: its numbers are no degrees. */
export function namesPiece(header: string): boolean {
  const found = named({ from: header })
  return found !== undefined && found.part !== 'degrees'
}

/**
 * Finds degrees, minutes and seconds that are columns of their own, as surveys of towers and wells have them. Degrees east
 * without a sign or a letter are only believed beside a state, which tells where they are meant to be.
 */
export function piecesOfPoint<Source extends Pick<Column, 'from'>>(
  columns: readonly Source[],
  cells: (column: Source) => readonly string[],
  hasState: boolean,
): PiecesOfPoint<Source> | undefined {
  const all = columns.flatMap((column) => named(column) ?? [])
  for (const place of new Set(all.map((one) => one.place))) {
    const own = all.filter((one) => one.place === place)
    const lat = piecesOf(own, 'lat', cells)
    const lon = piecesOf(own, 'lon', cells)
    if (!lat || !lon) continue
    const isSigned = lon.side || cells(lon.degrees).some((cell) => cell.startsWith('-'))
    if (isSigned || hasState) return { lat, lon }
  }
  return undefined
}

function piecesOf<Source>(
  own: readonly Named<Source>[],
  axis: Axis,
  cells: (column: Source) => readonly string[],
): Pieces<Source> | undefined {
  const one = (part: Part, test: (cell: string) => boolean): Source | undefined =>
    own.find((name) => {
      const filled = cells(name.column).filter((cell) => cell !== '')
      return name.axis === axis && name.part === part && filled.length > 0 && mostly(filled, test)
    })?.column
  const within = (most: number) => (cell: string) =>
    /^-?\d+(\.\d*)?$/.test(cell) && Math.abs(Number(cell)) <= most
  const whole = (cell: string): boolean =>
    /^-?\d+(\.0*)?$/.test(cell) && within(axis === 'lat' ? 90 : 180)(cell)
  const [degrees, minutes, seconds] = [
    one('degrees', whole),
    one('minutes', within(60)),
    one('seconds', within(60)),
  ]
  const side = one('side', (cell) => (axis === 'lat' ? /^[ns]/i : /^[ew]/i).test(cell))
  if (!degrees || !minutes) return undefined
  return { degrees, minutes, ...(seconds && { seconds }), ...(side && { side }) }
}

const mostly = (cells: readonly string[], test: (cell: string) => boolean): boolean =>
  cells.filter(test).length >= cells.length * 0.95
