import { companies } from '@freeor/accounts/tables'
import { customers } from '@freeor/billing/tables'
import { creditLots } from '@freeor/credits/tables'
import { leadAddresses } from '@freeor/leads/allowance/free-months/tables'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../testing/account-things.ts'
import { addPerson, type Person } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'
import { grantToAll, openLateCustomers } from './leads/upkeep.ts'

/** What Leads keeps of people and companies, on a server that does not serve it. */

let system: TestSystem

beforeAll(async () => {
  system = await openTestSystem({ sites: 'courses' })
})
afterAll(async () => await system.close())

const customerOf = async ({ companyId }: Person) =>
  await system.deps.db
    .select()
    .from(customers)
    .where(and(eq(customers.companyId, companyId), eq(customers.site, 'leads')))

async function addSearch({ userId }: Person): Promise<void> {
  const now = new Date()
  await system.deps.db.insert(savedSearches).values({
    id: `srch_${userId}`,
    userId,
    dictId: 'firms',
    searchName: 'Kept while Leads was served',
    filter: 'industry:Bakery',
    dslFilter: 'state:TX',
    queryUrl: '/search/firms?q=industry%3ABakery',
    count: 1,
    dataVersion: 1,
    createdAt: now,
    updatedAt: now,
  })
}

test('exporting and deleting an account exports and deletes its data of Leads', async () => {
  const as = await addPerson(system.deps, system.call, { name: 'leaver' })
  await addSearch(as)
  await freshen(system, as)
  const exported = await system.call('GET', '/api/account/export', { as })
  expect(exported.body).toMatchObject({
    savedSearches: [{ searchName: 'Kept while Leads was served' }],
    downloads: [],
    ledger: [],
  })
  const deleted = await system.call('DELETE', '/api/account', { as, body: { email: as.email } })
  expect(deleted.status, deleted.text).toBe(204)
  expect(await system.deps.db.select().from(savedSearches)).toEqual([])
})

test('a company created meanwhile gets its free plan once Leads is served, and no other company gets one', async () => {
  const late = await addPerson(system.deps, system.call, { name: 'late' })
  expect(await customerOf(late)).toEqual([])
  await openLateCustomers(system.deps, (email) => `key of ${email}`)
  await openLateCustomers(system.deps, (email) => `key of ${email}`)
  expect(await customerOf(late)).toMatchObject([{ planID: 'freeor_free', subscriptionStatus: 'active' }])
  expect(await system.deps.db.select().from(leadAddresses)).toEqual([
    { companyId: late.companyId, addressKey: `key of ${late.email}` },
  ])
  // The account that was deleted above has a company that nobody works in, and no plan.
  expect(await system.deps.db.$count(companies)).toBe(2)
  expect(await system.deps.db.$count(customers)).toBe(1)
})

test('one of those companies that cannot be opened blocks no other and nobody’s leads, and is reported', async () => {
  const { db } = system.deps
  const opened = await addPerson(system.deps, system.call, { name: 'opened-before' })
  const [broken, other] = [
    await addPerson(system.deps, system.call, { name: 'broken' }),
    await addPerson(system.deps, system.call, { name: 'other' }),
  ]
  const now = new Date()
  await db.insert(customers).values({
    id: `cus_${opened.companyId}`,
    companyId: opened.companyId,
    site: 'leads',
    planID: 'freeor_free',
    subscriptionStatus: 'active',
    billingCycleAnchor: Math.floor(now.getTime() / 1000),
    createdAt: now,
    updatedAt: now,
  })
  const refuse = sql.raw(`CHECK (company_id <> '${broken.companyId}')`)
  await db.execute(sql`ALTER TABLE customers ADD CONSTRAINT refuses_one ${refuse}`)
  const grant = () => grantToAll(system.deps, (email) => `key of ${email}`)
  await expect(grant()).rejects.toThrow(broken.companyId)
  const leadsOf = ({ companyId }: Person) => db.$count(creditLots, eq(creditLots.companyId, companyId))
  expect([await leadsOf(opened), await leadsOf(other), await leadsOf(broken)]).toEqual([1, 1, 0])
  await db.execute(sql`ALTER TABLE customers DROP CONSTRAINT refuses_one`)
  await grant()
  expect(await leadsOf(broken)).toBe(1)
})
