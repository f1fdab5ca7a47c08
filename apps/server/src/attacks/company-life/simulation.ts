import type { FakeClock } from '@freeor/testing/clock'
import type { CompaniesFixture } from '../../testing/companies-fixture.ts'
import { Crash, type Crashes } from './crashes.ts'
import { found, type Life, note } from './life.ts'
import { unreliable } from './provider-faults.ts'
import { type Random, seededRandom } from './random.ts'
import { cleanUp, restart, runSchedule } from './schedule.ts'
import { chooseStep } from './steps.ts'

const minuteMs = 60_000

export type Simulation = {
  readonly life: Life
  /** One random step of one random company. */
  step(): Promise<void>
  /** Faults end, and everything that is under way comes to its end. */
  calmDown(): Promise<void>
}

type Means = {
  readonly fixture: CompaniesFixture
  readonly clock: FakeClock
  readonly seed: number
  readonly crashes: Crashes
}

/**
 * Random life of companies through the API that everybody uses: people sign up, invite and remove each other, hand
 * companies over, subscribe, change, cancel, order and delete their accounts, and super admins act as them, while the
 * clock jumps, the provider loses calls and answers, and work is cut off at the points where a server may die.
 */
export function simulateCompanies({ fixture, clock, seed, crashes }: Means): Simulation {
  const random = seededRandom(seed)
  const rate = { onTheWay: 0, onTheWayBack: 0 }
  let numbers = 0
  const nextNumber = () => {
    numbers += 1
    return numbers
  }
  const life: Life = { fixture, clock, random, rate, crashes, companies: [], tally: new Map(), nextNumber }
  crashes.rate = 0.05
  const { billing } = fixture.deps
  // Jobs call the provider at any time. They have random numbers of their own, so the seed alone decides the steps.
  Object.assign(billing, { provider: unreliable(billing.provider, seededRandom(seed + 1), rate) })
  return {
    life,
    async step() {
      clock.advance(random.between(1, minuteMs))
      await addCompanies(life, random)
      const crashed = crashes.points.length
      await chooseStep(life)(life, random.pick(life.companies)).catch(passCrash)
      for (const point of crashes.points.slice(crashed)) note(life, 'crash', point)
      if (crashes.points.length > crashed) await withoutCrashes(crashes, () => restart(life))
    },
    async calmDown() {
      Object.assign(rate, { onTheWay: 0, onTheWayBack: 0 })
      crashes.rate = 0
      await restart(life)
      // An intent that was left open is settled two minutes after it was begun.
      for (let round = 0; round < 3; round++) {
        clock.advance(3 * minuteMs)
        await runSchedule(life)
        await cleanUp(life)
      }
    },
  }
}

async function addCompanies(life: Life, random: Random): Promise<void> {
  const { length } = life.companies
  if (length < 2 || (length < 6 && random.chance(0.03))) await found(life)
}

/** The schedule is work of ours too, and may be cut off, alone or as one of many. @throws whatever else went wrong */
function passCrash(error: unknown): void {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  if (!errors.every((one) => one instanceof Crash)) throw error
}

async function withoutCrashes(crashes: Crashes, work: () => Promise<void>): Promise<void> {
  const { rate } = crashes
  crashes.rate = 0
  try {
    await work()
  } finally {
    crashes.rate = rate
  }
}
