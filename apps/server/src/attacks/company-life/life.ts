import type { FakeClock } from '@freeor/testing/clock'
import type { Answer } from '../../testing/call.ts'
import { addPerson, type Person, signIn } from '../../testing/people.ts'
import type { World } from '../../testing/world.ts'
import type { FaultRate } from './provider-faults.ts'
import type { Random } from './random.ts'

/** Everything that lives in a simulation. */
export type Life = {
  readonly world: World
  readonly clock: FakeClock
  readonly random: Random
  /** The rates of faults, raised and lowered as time goes on. */
  readonly rate: FaultRate
  /** Owners of companies who have not deleted their account. */
  readonly owners: Person[]
  /** How often each kind of step was answered with each status. */
  readonly tally: Map<string, number>
  /** A number that was not used before. */
  nextNumber(): number
}

export function note({ tally }: Life, name: string, status: number | string): void {
  tally.set(`${name} ${status}`, (tally.get(`${name} ${status}`) ?? 0) + 1)
}

/**
 * Asks as somebody, signing in again when their session has ended.
 * @throws Error for an answer that must not be: a server error that no fault explains
 */
export async function asking(life: Life, as: Person, work: (as: Person) => Promise<Answer>): Promise<Answer> {
  const { world, rate } = life
  let answer = await work(as)
  if (answer.status === 401) {
    Object.assign(as, await signIn(world.call, as))
    answer = await work(as)
  }
  const mayBeAway = rate.onTheWay + rate.onTheWayBack > 0 && answer.status === 503
  if (answer.status >= 500 && !mayBeAway) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

export async function found(life: Life): Promise<Person> {
  const { world, owners } = life
  const owner = await addPerson(world.deps, world.call, { name: `founder-${life.nextNumber()}` })
  owners.push(owner)
  return owner
}
