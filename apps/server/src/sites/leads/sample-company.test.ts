import { ensureSampleLogins, newSampleLogins } from '@freeor/accounts/commands'
import { repairIntents } from '@freeor/billing/subscriptions/intents'
import { importSample } from '@freeor/leads/sample/commands'
import type { Download, SavedSearch } from '@freeor/leads/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type House, openHouse } from '../../testing/house.ts'
import { type Person, signIn } from '../../testing/people.ts'
import { finished } from '../../testing/world.ts'
import { fillSampleCompany } from './sample-company.ts'

/** The sample company as a newcomer finds it, also when the first start was cut short somewhere. */

let house: House
let as: Person
let dieAt: string | undefined
const logins = newSampleLogins('leads')

beforeAll(async () => {
  const faults = (point: string) => {
    if (point !== dieAt) return
    dieAt = undefined
    throw new Error(`cut short at ${point}`)
  }
  house = await openHouse({ faults })
  await ensureSampleLogins(house.deps.auth, logins)
  await importSample(house.deps.imports, 20_000)
  const { email = '', password = '' } = logins.find(({ role }) => role === 'owner') ?? {}
  as = { email, password, userId: '', companyId: '', ...(await signIn(house.call, { email, password })) }
})
afterAll(async () => await house.close())

const get = async <Body>(path: string) => (await house.call<Body>('GET', path, { as })).body
const searches = async () =>
  (await get<{ savedSearches: SavedSearch[] }>('/api/saved-searches')).savedSearches
const files = async () => (await get<{ downloads: Download[] }>('/api/downloads')).downloads

test('a start that is cut short anywhere is made good by the next, and nothing is there twice', async () => {
  for (const point of ['subscribe-intended', 'subscribe-charged', 'frozen']) {
    dieAt = point
    await expect(fillSampleCompany(house.deps)).rejects.toThrow(`cut short at ${point}`)
    // As each start does before anything else.
    await repairIntents(house.deps.billing, { isAlone: true })
  }
  await fillSampleCompany(house.deps)
  await fillSampleCompany(house.deps)
  expect((await searches()).map(({ searchName, count }) => [searchName, count > 0])).toEqual([
    ['Large companies around Denver', true],
    ['Restaurants in Texas', true],
  ])
  const invoices = await get<{ invoices: { state: string }[] }>('/api/billing/invoices')
  expect(invoices.invoices.map(({ state }) => state)).toEqual(['paid'])
  const [file, ...more] = await files()
  expect(more).toEqual([])
  const done = await finished(house, as, file?.id ?? '')
  expect(done).toMatchObject({ searchName: 'Restaurants in Texas', state: 'ready' })
  expect(done.downloadCount).toBeGreaterThan(10)
  expect(done.downloadCount).toBeLessThanOrEqual(250)
  expect(await get('/api/me')).toMatchObject({
    company: { name: 'Sample company', role: 'owner' },
    allowance: { planID: 'freeor_biz', leads: 50_000, seats: 25, active: true },
  })
  const { companyUsers } = await get<{ companyUsers: { email: string; role: string }[] }>(
    '/api/company/users',
  )
  expect(companyUsers.map(({ email, role }) => [email, role])).toEqual([
    ['owner@example.com', 'owner'],
    ['admin@example.com', 'admin'],
    ['member@example.com', 'member'],
    ['viewer@example.com', 'viewer'],
  ])
  expect((await checkInvariants(house.deps)).invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('what people did with it since then is not undone by a start', async () => {
  const [first, second] = await searches()
  await house.call('DELETE', `/api/saved-searches/${first?.id}`, { as })
  await fillSampleCompany(house.deps)
  expect(await searches()).toEqual([second])
  expect(await files()).toHaveLength(1)
})

test('logins of an installation that had fewer roles stay as they are', async () => {
  const fewer = logins.filter(({ role }) => role !== 'admin' && role !== 'viewer')
  await ensureSampleLogins(house.deps.auth, fewer)
  const { email, password } = logins[3] ?? { email: '', password: '' }
  expect((await signIn(house.call, { email, password })).token).toBeTruthy()
})
