import { openRecurlySystem, type RecurlySystem } from '@freeor/billing/providers/testing/recurly-system'
import { changePlan, previewPlanChange } from '@freeor/billing/subscriptions/changes'
import { type Asker, openPaymentAccount, subscribe, updateCard } from '@freeor/billing/subscriptions/commands'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import { findCustomer } from '@freeor/billing/subscriptions/queries'
import { readProvider } from '@freeor/billing/subscriptions/readings'
import { billingSystem } from '@freeor/billing/subscriptions/testing'
import { reconcileBilling } from '@freeor/billing/subscriptions/upkeep'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLedger } from '../health/queries.ts'
import { readAllowance } from '../queries.ts'
import { sellingLeads } from '../testing.ts'

let database: TestDatabase
let recurly: RecurlySystem
let billing: BillingDeps
let asker: Asker

beforeEach(async () => {
  database = await testDatabase()
  recurly = await openRecurlySystem()
  const system = billingSystem(database.db, recurly.site.now.toISOString(), sellingLeads)
  billing = { ...system.billing, provider: recurly.provider, clock: { now: () => recurly.site.now } }
  asker = await system.company()
})
afterEach(async () => {
  await database.close()
  await recurly.close()
})

async function takeCard(): Promise<void> {
  await openPaymentAccount(billing, asker)
  expect(await updateCard(billing, { asker, tokenId: recurly.token('good') })).toMatchObject({ status: 'ok' })
}

const charges = () =>
  recurly.site.invoices.flatMap(({ transactions }) => transactions.map(({ cents }) => cents))

test('an upgrade just before the period ends sells only what its cents pay for; a change down takes leads back', async () => {
  const left = async () => (await readAllowance(database.db, asker, recurly.site.now)).leadsRemaining
  await takeCard()
  await subscribe(billing, { asker, planID: 'freeor_pro' })
  expect(await left()).toBe(5025)
  const [subscription] = recurly.site.subscriptions
  const periodEnd = subscription?.periodEnd.getTime() ?? 0
  recurly.advance(periodEnd - recurly.site.now.getTime() - 150_000)
  expect((await previewPlanChange(billing, { asker, planID: 'freeor_biz' })).credits).toEqual({
    now: 2,
    monthly: 50_000,
  })
  await changePlan(billing, { asker, planID: 'freeor_biz' })
  expect(charges()).toEqual([9900, 2])
  expect(await left()).toBe(5027)
  recurly.advance(150_000)
  await reconcileBilling(billing)
  await readProvider(billing, (await findCustomer(database.db, asker))?.id ?? '')
  expect(await left()).toBe(5002 + 50_000)
  await changePlan(billing, { asker, planID: 'freeor_pro' })
  expect(recurly.site.invoices.at(-1)).toMatchObject({ type: 'credit', state: 'open', totalCents: -40_000 })
  expect(await left()).toBe(5002 + 5000)
  expect(await checkLedger(database.db)).toEqual([])
})
