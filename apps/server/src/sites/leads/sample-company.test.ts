import { ensureSampleLogins, newSampleLogins } from '@freeor/accounts/commands'
import { repairIntents } from '@freeor/billing/subscriptions/intents'
import { importSample } from '@freeor/leads/sample/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { finished } from '../../testing/companies-fixture.ts'
import { type Person, signIn } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { fillSampleCompany } from './sample-company.ts'

/** The sample company as a newcomer finds it, also when the first start was cut short somewhere. */

let system: TestSystem
let as: Person
let dieAt: string | undefined
const logins = newSampleLogins('leads')

beforeAll(async () => {
  const faults = (point: string) => {
    if (point !== dieAt) return
    dieAt = undefined
    throw new Error(`cut short at ${point}`)
  }
  system = await openTestSystem({ faults })
  await ensureSampleLogins(system.deps.auth, logins)
  await importSample(system.deps.imports, 20_000)
  const { email = '', password = '' } = logins.find(({ role }) => role === 'owner') ?? {}
  as = { email, password, userId: '', companyId: '', ...(await signIn(system.call, { email, password })) }
})
afterAll(async () => await system.close())

const get = async <Path extends string>(path: Path) => (await system.call('GET', path, { as })).body
const searches = async () => (await get('/api/saved-searches')).savedSearches
const files = async () => (await get('/api/downloads')).downloads

test('a start that is cut short anywhere is completed by the next, and nothing is there twice', async () => {
  for (const point of ['subscribe-intended', 'subscribe-charged', 'frozen']) {
    dieAt = point
    await expect(fillSampleCompany(system.deps)).rejects.toThrow(`cut short at ${point}`)
    // As each start does before anything else.
    await repairIntents(system.deps.billing, { isAlone: true })
  }
  await fillSampleCompany(system.deps)
  await fillSampleCompany(system.deps)
  expect((await searches()).map(({ searchName, count }) => [searchName, count > 0])).toEqual([
    ['Large companies around Denver', true],
    ['Restaurants in Texas', true],
  ])
  const invoices = await get('/api/billing/invoices')
  expect(invoices.invoices.map(({ state }) => state)).toEqual(['paid'])
  const [file, ...more] = await files()
  expect(more).toEqual([])
  const done = await finished(system, as, file?.id ?? '')
  expect(done).toMatchObject({ searchName: 'Restaurants in Texas', state: 'ready' })
  expect(done.downloadCount).toBeGreaterThan(10)
  expect(done.downloadCount).toBeLessThanOrEqual(250)
  expect(await get('/api/me')).toMatchObject({
    company: { name: 'Sample company', role: 'owner' },
    allowance: { planID: 'freeor_biz', leads: 50_000, seats: 25, active: true },
  })
  const { companyUsers } = await get('/api/company/users')
  expect(companyUsers.map(({ email, role }) => [email, role])).toEqual([
    ['owner@example.com', 'owner'],
    ['admin@example.com', 'admin'],
    ['member@example.com', 'member'],
    ['viewer@example.com', 'viewer'],
  ])
  expect((await checkInvariants(system.deps)).invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('what people did with it since then is not undone by a start', async () => {
  const [first, second] = await searches()
  await system.call('DELETE', `/api/saved-searches/${first?.id}`, { as })
  await fillSampleCompany(system.deps)
  expect(await searches()).toEqual([second])
  expect(await files()).toHaveLength(1)
})

test('logins of an installation that had fewer roles stay as they are', async () => {
  const fewer = logins.filter(({ role }) => role !== 'admin' && role !== 'viewer')
  await ensureSampleLogins(system.deps.auth, fewer)
  const { email, password } = logins[3] ?? { email: '', password: '' }
  expect((await signIn(system.call, { email, password })).token).toBeTruthy()
})
