import type { Deps } from '../../deps.ts'
import type { Random } from './random.ts'

type Faults = NonNullable<Deps['faults']>
export type Point = Parameters<Faults>[0]

/** Crashes at the named points at which the tests of faults kill the server. */
export type Crashes = {
  /** The probability of a crash at a point that is passed. */
  rate: number
  /** Where it happened so far. */
  readonly points: Point[]
  readonly faults: Faults
}

export class Crash extends Error {
  override readonly name = 'Crash'
}

/** Passed while a user waits for the answer; the other points are those of jobs and of the provider's events. */
const requestPoints: ReadonlySet<Point> = new Set<Point>([
  'frozen',
  'subscribe-intended',
  'subscribe-charged',
  'subscribe-committing',
])

export const isOfRequest = (point: Point): boolean => requestPoints.has(point)

/**
 * A crash inside one process is work that is thrown away at the point: its transaction is rolled back and what it
 * did before stays, as after `kill -9`. What a killed process cannot do, like giving back its attempt in a `catch`,
 * this one still does: the real kills, at the same points, are in `apps/server/src/faults`.
 */
export function openCrashes(random: Random): Crashes {
  const crashes: Crashes = {
    rate: 0,
    points: [],
    faults(point) {
      if (crashes.rate === 0 || !random.chance(crashes.rate)) return
      crashes.points.push(point)
      throw new Crash(`The process ended at ${point}`)
    },
  }
  return crashes
}
