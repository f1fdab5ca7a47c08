import { readFile } from 'node:fs/promises'
import { recordAudit } from '@freeor/accounts/commands'
import type { Database } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlanByHand } from './admin/commands.ts'
import { subscribe, updateCard } from './subscriptions/commands.ts'
import { type BillingSystem, billingSystem } from './subscriptions/testing.ts'
import { customers } from './tables.ts'

/** The migration that ends the free plans of the course site which nobody chose. */

let database: TestDatabase
let system: BillingSystem
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  system = billingSystem(db, '2026-01-31T10:00:00Z')
})
afterAll(async () => await database.close())

/** A company as it was made before: a customer of both sites on the free plan. */
async function automatic() {
  const { companyId, userId } = await system.company()
  const now = system.clock.now()
  const row = { planID: 'freeor_free', subscriptionStatus: 'active', billingCycleAnchor: 1_700_000_000 }
  await db
    .insert(customers)
    .values({ id: `cus_${companyId}`, companyId, site: 'courses', ...row, createdAt: now, updatedAt: now })
  return { companyId, userId, site: 'courses' } as const
}

test('ends free plans that nobody chose, and leaves plans that were chosen, paid or given', async () => {
  const now = system.clock.now()
  const [unchosen, chosen, given, paid] = [
    await automatic(),
    await automatic(),
    await automatic(),
    await automatic(),
  ]
  const details = { site: 'courses', planId: 'freeor_free' }
  const { companyId, userId: actorUserId } = chosen
  await recordAudit(db, { action: 'subscription.free_begun', now, actorUserId, companyId, details })
  const hand = { planID: 'freeor_free', superAdminUserId: undefined, reason: 'a school', now }
  await setPlanByHand(db, { companyId: given.companyId, site: 'courses', ...hand })
  await updateCard(system.billing, { asker: paid, tokenId: 'tok_visa' })
  expect((await subscribe(system.billing, { asker: paid, planID: 'freeor_basic' })).status).toBe('ok')
  const migration = new URL('../../postgres/migrations/0017_end_automatic_course_plans.sql', import.meta.url)
  await db.execute(sql.raw(await readFile(migration, 'utf8')))
  const rows = await db.select().from(customers).where(eq(customers.site, 'courses'))
  const statusOf = (asker: { companyId: string }) =>
    rows.find((row) => row.companyId === asker.companyId)?.subscriptionStatus
  expect([unchosen, chosen, given, paid].map(statusOf)).toEqual(['canceled', 'active', 'active', 'active'])
  const leads = await db.select().from(customers).where(eq(customers.site, 'leads'))
  expect(new Set(leads.map(({ subscriptionStatus }) => subscriptionStatus))).toEqual(new Set(['active']))
})
