import type { Position } from '../query/ast.ts'

/** Degrees to five decimals, about a metre; never -0. */
export function roundDegrees(value: number): number {
  const rounded = Math.round(value * 1e5) / 1e5
  return rounded === 0 ? 0 : rounded
}

/** A ring's points rounded, without the closing point and without a point equal to the one before it. */
export function tidyRing(ring: readonly Position[]): Position[] {
  const points = ring.map(([lon, lat]): Position => [roundDegrees(lon), roundDegrees(lat)])
  const isSame = (a: Position | undefined, b: Position | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]
  const open = points.filter((point, i) => i === 0 || !isSame(point, points[i - 1]))
  while (open.length > 1 && isSame(open.at(-1), open[0])) open.pop()
  return open
}

type Segment = readonly [Position, Position]

const cross = (o: Position, a: Position, b: Position): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

const isBetween = (a: Position, b: Position, p: Position): boolean =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1])

/** Whether two segments share any point, ends included. */
function doTouch([a, b]: Segment, [c, d]: Segment): boolean {
  const d1 = Math.sign(cross(c, d, a))
  const d2 = Math.sign(cross(c, d, b))
  const d3 = Math.sign(cross(a, b, c))
  const d4 = Math.sign(cross(a, b, d))
  if (d1 !== d2 && d3 !== d4 && d1 * d2 <= 0 && d3 * d4 <= 0) return true
  return (
    (d1 === 0 && isBetween(c, d, a)) ||
    (d2 === 0 && isBetween(c, d, b)) ||
    (d3 === 0 && isBetween(a, b, c)) ||
    (d4 === 0 && isBetween(a, b, d))
  )
}

function segmentsOf(ring: readonly Position[]): Segment[] {
  return ring.flatMap((point, i): Segment[] => {
    const next = ring[(i + 1) % ring.length]
    return next === undefined ? [] : [[point, next]]
  })
}

/** Whether a ring (unclosed) crosses or touches itself anywhere but at the corners of neighbours. */
function crossesItself(segments: readonly Segment[]): boolean {
  const n = segments.length
  return segments.some((one, i) =>
    segments.some((other, j) => {
      if (j <= i) return false
      if (j === i + 1) return isFoldedBack(one, other)
      if (i === 0 && j === n - 1) return isFoldedBack(other, one)
      return doTouch(one, other)
    }),
  )
}

/** Neighbours share one corner; if the second overlaps the first, it is a spike. */
function isFoldedBack([a, b]: Segment, [, c]: Segment): boolean {
  if (cross(a, b, c) !== 0) return false
  return isBetween(a, b, c) || isBetween(b, c, a)
}

/** Even-odd rule by a ray to the east; the plane of degrees, as the engine's `pointInPolygon`. */
function isInRing(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false
  for (const [[ax, ay], [bx, by]] of segmentsOf(ring)) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Inside the first ring and in none of the holes. */
export function isInPolygon(rings: readonly Position[][], point: Position): boolean {
  const [outer, ...holes] = rings
  return outer !== undefined && isInRing(outer, point) && !holes.some((hole) => isInRing(hole, point))
}

/** What is wrong with a polygon, as a sentence; undefined when it can be searched. Rings are not closed. */
export function polygonFault(rings: readonly Position[][], maxVertices: number): string | undefined {
  if (rings.length === 0) return 'A polygon needs at least 3 points'
  const vertices = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (vertices > maxVertices)
    return `A polygon may have at most ${maxVertices} points, this one has ${vertices}`
  const all = rings.map(segmentsOf)
  for (const [i, ring] of rings.entries()) {
    const name = i === 0 ? 'The polygon' : `Hole ${i}`
    if (ring.length < 3) return `${name} needs at least 3 points`
    const segments = all[i] ?? []
    if (segments.some(([a, b]) => Math.abs(a[0] - b[0]) > 180)) {
      return `${name} crosses the date line, which is not supported: use one polygon on each side`
    }
    if (crossesItself(segments)) return `${name} crosses itself`
  }
  return holesFault(rings, all)
}

function holesFault(rings: readonly Position[][], all: readonly Segment[][]): string | undefined {
  const [outer = [], ...holes] = rings
  for (const [i, hole] of holes.entries()) {
    const [first] = hole
    if (!first || !isInRing(outer, first) || touches(all[0], all[i + 1])) {
      return `Hole ${i + 1} must lie inside the polygon without touching it`
    }
    for (let j = 0; j < i; j++) {
      const other = holes[j] ?? []
      const [corner] = other
      if (touches(all[j + 1], all[i + 1]) || isInRing(other, first) || (corner && isInRing(hole, corner))) {
        return `Hole ${i + 1} overlaps hole ${j + 1}`
      }
    }
  }
  return undefined
}

function touches(one: readonly Segment[] = [], other: readonly Segment[] = []): boolean {
  return one.some((a) => other.some((b) => doTouch(a, b)))
}

/** West, south, east and north of a ring. */
export function boundsOf(ring: readonly Position[]): {
  west: number
  south: number
  east: number
  north: number
} {
  const lons = ring.map(([lon]) => lon)
  const lats = ring.map(([, lat]) => lat)
  return {
    west: Math.min(...lons),
    south: Math.min(...lats),
    east: Math.max(...lons),
    north: Math.max(...lats),
  }
}
