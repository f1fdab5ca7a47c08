import type { FakeClock } from '@freeor/testing/clock'
import type { World } from '../../testing/world.ts'
import { found, type Life } from './life.ts'
import { unreliable } from './provider-faults.ts'
import type { Random } from './random.ts'
import { runSchedule } from './schedule.ts'
import { chooseStep } from './steps.ts'

const minuteMs = 60_000

export type Simulation = {
  readonly life: Life
  /** One random step of one random person. */
  step(): Promise<void>
  /** Faults end, and everything that is under way comes to its end. */
  calmDown(): Promise<void>
}

type Means = { readonly world: World; readonly clock: FakeClock; readonly random: Random }

/**
 * Random life of companies through the API that everybody uses: people sign up, subscribe, change, cancel, order,
 * take people in and delete their accounts, while the clock jumps and the provider loses calls and answers.
 */
export function simulateCompanies({ world, clock, random }: Means): Simulation {
  const rate = { onTheWay: 0, onTheWayBack: 0 }
  let numbers = 0
  const nextNumber = () => {
    numbers += 1
    return numbers
  }
  const life: Life = { world, clock, random, rate, owners: [], tally: new Map(), nextNumber }
  const { billing } = world.deps
  Object.assign(billing, { provider: unreliable(billing.provider, random, rate) })
  return {
    life,
    async step() {
      clock.advance(random.between(1, minuteMs))
      const { owners } = life
      if (owners.length < 2 || (owners.length < 6 && random.chance(0.03))) await found(life)
      await chooseStep(life)(life, random.pick(owners))
    },
    async calmDown() {
      Object.assign(rate, { onTheWay: 0, onTheWayBack: 0 })
      // An intent that was left open is settled two minutes after it was begun.
      for (let round = 0; round < 3; round++) {
        clock.advance(3 * minuteMs)
        await runSchedule(life)
      }
    },
  }
}
