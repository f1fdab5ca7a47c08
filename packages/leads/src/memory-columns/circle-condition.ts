import { EARTH_RADIUS } from '../geography/distance.ts'
import type { Condition } from '../query/condition.ts'
import { BLOCK_BYTES, type BlockStore, type StoredColumn } from './block-store.ts'
import { ALL, type BlockTest, NONE, SOME } from './extent.ts'
import { BLOCK_ROWS } from './ports.ts'

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The values of a column of degrees, by the number of the cell. A blank is not asked for. */
function degreesOf({ plan, cells }: StoredColumn): (at: number) => number {
  if (plan.kind !== 'numbers') return (at) => cells[at] as number
  const { scale, least } = plan
  return (at) => ((cells[at] as number) + least) / scale
}

/**
 * The formula of `compile-place.ts`, for the leads in the box around the circle: the square of the sine is compared
 * instead of the distance.
 */
export function circleTest(
  store: BlockStore,
  circle: Extract<Condition, { type: 'circle' }>,
  box: BlockTest,
): BlockTest {
  const [latOf, lonOf] = [degreesOf(store.column('p_lat')), degreesOf(store.column('p_lon'))]
  // Half the circumference of the Earth is the largest distance: everything is within it.
  const limit = Math.sin(Math.min(circle.meters / (2 * EARTH_RADIUS), Math.PI / 2)) ** 2
  const cosLat = Math.cos(radians(circle.lat))
  const isWithin = (at: number): boolean => {
    const lat = latOf(at)
    const sinLat = Math.sin(radians(lat - circle.lat) / 2)
    const sinLon = Math.sin(radians(lonOf(at) - circle.lon) / 2)
    return sinLat * sinLat + cosLat * Math.cos(radians(lat)) * sinLon * sinLon <= limit
  }
  return {
    probe: (block) => (box.probe(block) === NONE ? NONE : SOME),
    run(block, out, free) {
      const known = box.run(block, out, free)
      if (known === NONE) return NONE
      if (known === ALL) store.bytes.fill(0xff, out, out + BLOCK_BYTES)
      narrow(store, { out, from: block * BLOCK_ROWS }, isWithin)
      return SOME
    },
  }
}

/** Clears the bits of the rows that do not hold. */
function narrow(
  { words, rows }: BlockStore,
  { out, from }: { out: number; from: number },
  holds: (at: number) => boolean,
): void {
  for (let word = 0; word < BLOCK_BYTES / 4; word += 1) {
    let left = words[(out >>> 2) + word] as number
    let kept = left
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left)
      left &= left - 1
      const at = from + word * 32 + bit
      if (at >= rows || !holds(at)) kept &= ~(1 << bit)
    }
    words[(out >>> 2) + word] = kept
  }
}
