import type { GivenRole } from '@freeor/accounts/invitations/schema'
import type { CompanyRole } from '@freeor/kernel/scope'
import { freshen } from '../../testing/account-things.ts'
import { orderDownload } from '../../testing/companies-fixture.ts'
import { openMail } from '../../testing/company-people.ts'
import { type Person, signIn } from '../../testing/people.ts'
import {
  asking,
  askingAs,
  type Company,
  explained,
  type Insider,
  type Life,
  note,
  type Step,
  type WeightedStep,
} from './life.ts'

/** People come into a company, get another role, are handed it, and leave. Anybody tries; the role decides. */

const roles: readonly GivenRole[] = ['admin', 'member', 'member', 'viewer', 'viewer']
const password = 'a long password of a member'

const isOwner = ({ role }: Insider) => role === 'owner'

/** A company needs somebody who may invite most of the time, or nobody would ever come in. */
const pickHost = ({ random }: Life, { people }: Company): Insider =>
  random.pick(random.chance(0.7) ? people.filter(isOwner) : people)

const inviteSome: Step = async (life, company) => {
  for (let left = life.random.between(1, 3); left > 0; left--) await invite(life, company)
}

const invite: Step = async (life, company) => {
  const { random, fixture } = life
  const host = pickHost(life, company)
  const invited = { email: `insider-${life.nextNumber()}@people.example`, role: random.pick(roles) }
  const isOpened = random.chance(0.8)
  const answer = await askingAs(
    life,
    host,
    'people.manage',
    async (as) => await fixture.call('POST', '/api/invitations', { as, body: invited }),
  )
  note(life, 'invite', answer.status)
  if (answer.status !== 201 || !isOpened) return
  await join(life, company, { ...invited, id: (answer.body as { id: string }).id })
}

type Invited = { readonly id: string; readonly email: string; readonly role: CompanyRole }

async function join(life: Life, company: Company, { id, email, role }: Invited): Promise<void> {
  const { fixture } = life
  const body = { token: await openMail(fixture, id), password }
  const answer = await explained(
    life,
    async () => await fixture.call('POST', '/api/invitations/sign-up', { body }),
  )
  note(life, 'join', answer.status)
  if (answer.status !== 201) return
  const login = { email, password, ...(await signIn(fixture.call, { email, password })) }
  const as = { ...login, userId: '', companyId: company.id }
  const { body: me } = await fixture.call('GET', '/api/me', { as })
  company.people.push({ person: { ...as, userId: me.user?.id ?? '' }, role })
}

type Entry = { readonly id: string; readonly uid: string | null; readonly inviteStatus: string | null }

/** Who is in and who is invited, as the company's owner sees it. */
async function listEntries(life: Life, { people }: Company): Promise<Entry[]> {
  const owner = people.find(isOwner)
  if (!owner) throw new Error('A company without an owner')
  const ask = async (as: Person) => await life.fixture.call('GET', '/api/company/users', { as })
  const { body } = await askingAs(life, owner, 'people.read', ask)
  return (body as { companyUsers: Entry[] }).companyUsers
}

const revoke: Step = async (life, company) => {
  const host = pickHost(life, company)
  const waiting = (await listEntries(life, company)).find(({ inviteStatus }) => inviteStatus === 'pending')
  if (!waiting) return
  const path = `/api/invitations/${waiting.id}`
  const ask = async (as: Person) => await life.fixture.call('DELETE', path, { as })
  note(life, 'revoke', (await askingAs(life, host, 'people.manage', ask)).status)
}

/** Two people of a company, and the membership of the other one. Nobody when one is alone. */
async function pickTwo(life: Life, company: Company) {
  const { random } = life
  const host = pickHost(life, company)
  const others = company.people.filter((one) => one !== host)
  if (others.length === 0) return undefined
  const other = random.pick(others)
  const entries = await listEntries(life, company)
  const memberId = entries.find(({ uid }) => uid === other.person.userId)?.id ?? ''
  return { host, other, memberId }
}

const changeRole: Step = async (life, company) => {
  const role = life.random.pick(roles)
  const two = await pickTwo(life, company)
  if (!two) return
  const path = `/api/company/users/${two.memberId}`
  const ask = async (as: Person) => await life.fixture.call('PATCH', path, { as, body: { role } })
  const answer = await askingAs(life, two.host, 'people.manage', ask)
  expectUnlessOwner(two.other, answer.status)
  note(life, 'role', answer.status)
  if (answer.status === 204) two.other.role = role
}

/** @throws Error when somebody may act on the owner */
function expectUnlessOwner(other: Insider, status: number): void {
  if (isOwner(other) && status === 204) throw new Error('Somebody acted on the owner')
}

const remove: Step = async (life, company) => {
  const two = await pickTwo(life, company)
  if (!two) return
  const path = `/api/company/users/${two.memberId}`
  const ask = async (as: Person) => await life.fixture.call('DELETE', path, { as })
  const answer = await askingAs(life, two.host, 'people.manage', ask)
  expectUnlessOwner(two.other, answer.status)
  note(life, 'remove', answer.status)
  if (answer.status === 204) await goOut(life, company, two.other)
}

const leave: Step = async (life, company) => {
  const insider = life.random.pick(company.people)
  const ask = async (as: Person) => await life.fixture.call('POST', '/api/company/leave', { as })
  const answer = await askingAs(life, insider, 'company.read', ask)
  expectUnlessOwner(insider, answer.status)
  note(life, 'leave', answer.status)
  if (answer.status === 204) await goOut(life, company, insider)
}

/** A user who is out cannot order any more, until they begin a company of their own. @throws Error when they can */
async function goOut(life: Life, company: Company, gone: Insider): Promise<void> {
  const { random, fixture, companies } = life
  company.people.splice(company.people.indexOf(gone), 1)
  const { person } = gone
  const late = await asking(life, person, async (as) => await orderDownload(fixture, as))
  if (late.status === 202) throw new Error(`Somebody who is out ordered a file: ${late.text}`)
  if (random.chance(0.5)) return
  const answer = await asking(
    life,
    person,
    async (as) => await fixture.call('POST', '/api/account/convert', { as }),
  )
  note(life, 'convert', answer.status)
  if (answer.status !== 201) return
  const { companyId } = answer.body as { companyId: string }
  companies.push({ id: companyId, people: [{ person: { ...person, companyId }, role: 'owner' }] })
}

const handOver: Step = async (life, company) => {
  const two = await pickTwo(life, company)
  if (!two) return
  const { host, other, memberId } = two
  await freshen(life.fixture, host.person)
  const body = { memberId }
  const ask = async (as: Person) => await life.fixture.call('POST', '/api/company/owner', { as, body })
  const answer = await askingAs(life, host, 'ownership.transfer', ask)
  note(life, 'hand over', answer.status)
  if (answer.status !== 204) return
  host.role = 'admin'
  other.role = 'owner'
}

export const peopleSteps: readonly WeightedStep[] = [
  [3, inviteSome],
  [0.3, revoke],
  [0.7, changeRole],
  [0.5, remove],
  [0.3, leave],
  [0.7, handOver],
]
