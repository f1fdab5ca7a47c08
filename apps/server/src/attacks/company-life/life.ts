import { can, type Right } from '@freeor/accounts/policy'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { FakeClock } from '@freeor/testing/clock'
import type { Answer } from '../../testing/call.ts'
import type { CompaniesFixture } from '../../testing/companies-fixture.ts'
import { addPerson, type Person, signIn } from '../../testing/people.ts'
import { type Crashes, isOfRequest } from './crashes.ts'
import type { FaultRate } from './provider-faults.ts'
import type { Random } from './random.ts'

/** Somebody who works in a company, with the role that the simulation knows they have. */
export type Insider = { readonly person: Person; role: CompanyRole }

export type Company = { readonly id: string; readonly people: Insider[] }

/** Everything that lives in a simulation. */
export type Life = {
  readonly fixture: CompaniesFixture
  readonly clock: FakeClock
  readonly random: Random
  /** The rates of the provider's faults, raised and lowered as time goes on. */
  readonly rate: FaultRate
  readonly crashes: Crashes
  /** Those whose account nobody has deleted. */
  readonly companies: Company[]
  /** How often each kind of step was answered with each status. */
  readonly tally: Map<string, number>
  /** A number that was not used before. */
  nextNumber(): number
}

export type Step = (life: Life, company: Company) => Promise<void>

/** How often it comes, compared with the others. */
export type WeightedStep = readonly [weight: number, step: Step]

export function note({ tally }: Life, name: string, status: number | string): void {
  tally.set(`${name} ${status}`, (tally.get(`${name} ${status}`) ?? 0) + 1)
}

export function ownerOf({ people, id }: Company): Person {
  const owner = people.find(({ role }) => role === 'owner')
  if (!owner) throw new Error(`${id} has no owner`)
  return owner.person
}

/**
 * Asks as somebody, signing in again when their session has ended.
 * @throws Error for an answer that must not be: a server error that no fault explains
 */
export async function asking(life: Life, as: Person, work: (as: Person) => Promise<Answer>): Promise<Answer> {
  return await explained(life, async () => {
    const answer = await work(as)
    if (answer.status !== 401) return answer
    Object.assign(as, await signIn(life.fixture.call, as))
    return await work(as)
  })
}

/** @throws Error for a server error that no fault explains */
export async function explained(
  { fixture, rate, crashes }: Life,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const before = crashes.points.length
  const answer = await ask()
  const mayBeAway = rate.onTheWay + rate.onTheWayBack > 0 && answer.status === 503
  // While the machine is busy small searches reach the engine's cap on a search, too: try again later.
  const isTooSlow = (answer.body as { code?: string } | undefined)?.code === 'search_too_wide'
  const hasCrashed = answer.status === 500 && crashes.points.slice(before).some(isOfRequest)
  if (answer.status < 500 || mayBeAway || isTooSlow || hasCrashed) return answer
  const { requestId = '' } = answer.body as { requestId?: string }
  const logged = fixture.logLines.filter((line) => line.includes(requestId))
  throw new Error(`${answer.status} ${answer.text} after ${crashes.points.slice(before)}: ${logged}`)
}

/**
 * As `asking`, for a call that needs a right: a role with the right must not get 403, any other role must.
 * @throws Error when somebody may do what their role does not allow, or is refused what it allows
 */
export async function askingAs(
  life: Life,
  { person, role }: Insider,
  right: Right,
  work: (as: Person) => Promise<Answer>,
): Promise<Answer> {
  const answer = await asking(life, person, work)
  expectRight(role, right, answer)
  return answer
}

export function expectRight(role: CompanyRole, right: Right, { status, text }: Answer): void {
  if (status === 401 || (status === 403) === can(role, right))
    throw new Error(`${right} as ${role}: ${status} ${text}`)
}

export async function found(life: Life): Promise<Company> {
  const { fixture, companies } = life
  const person = await addPerson(fixture.deps, fixture.call, { name: `founder-${life.nextNumber()}` })
  const company: Company = { id: person.companyId, people: [{ person, role: 'owner' }] }
  companies.push(company)
  return company
}
