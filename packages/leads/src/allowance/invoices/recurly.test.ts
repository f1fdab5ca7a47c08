import { refund } from '@freeor/billing/providers/testing/recurly-refunds'
import { openRecurlySystem, type RecurlySystem } from '@freeor/billing/providers/testing/recurly-system'
import { changePlan, previewPlanChange } from '@freeor/billing/subscriptions/changes'
import { type Asker, openPaymentAccount, subscribe, updateCard } from '@freeor/billing/subscriptions/commands'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import { findCustomer, readCustomer } from '@freeor/billing/subscriptions/queries'
import { readProvider } from '@freeor/billing/subscriptions/readings'
import { billingSystem } from '@freeor/billing/subscriptions/testing'
import { reconcileBilling } from '@freeor/billing/subscriptions/upkeep'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLedger } from '../health/queries.ts'
import { readAllowance } from '../queries.ts'
import { reserveCredits, settleReservation } from '../reservations/commands.ts'
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

const left = async () => (await readAllowance(database.db, asker, recurly.site.now)).leadsRemaining

/** As upkeep does after the webhooks, in whatever order they came. */
const readAgain = async () => await readProvider(billing, (await findCustomer(database.db, asker))?.id ?? '')

async function use(amount: number): Promise<void> {
  const [downloadId, now] = [`dl_${amount}`, recurly.site.now]
  await database.db.transaction((tx) =>
    reserveCredits(tx, { ...asker, downloadId, amount, rows: amount, now }),
  )
  await database.db.transaction((tx) =>
    settleReservation(tx, { downloadId, amount, fileName: 'x.csv', now: new Date(now.getTime() + 1) }),
  )
  recurly.advance(1000)
}

test('a period that is paid back takes its leads; those that were spent stay owed until the next payment', async () => {
  await takeCard()
  await subscribe(billing, { asker, planID: 'freeor_pro' })
  await use(4000)
  expect(await left()).toBe(1025)
  const [paid] = recurly.site.invoices
  if (!paid) throw new Error('Nothing was paid')
  refund(recurly.site, paid)
  for (const _ of ['created', 'closed', 'late']) await readAgain()
  expect(await left()).toBe(0)
  recurly.advance(31 * 86_400_000)
  for (const _ of ['renewed', 'created', 'paid']) await readAgain()
  // 3,975 of the first period were spent, after the 25 of the free plan.
  expect(await left()).toBe(5000 - 3975)
  expect(await checkLedger(database.db)).toEqual([])
})

test('a renewal at a month’s end is billed and granted once, and the billing day is that of the provider', async () => {
  await takeCard()
  await subscribe(billing, { asker, planID: 'freeor_basic' })
  const days: unknown[] = []
  for (let month = 0; month < 3; month += 1) {
    recurly.advance(31 * 86_400_000)
    for (const _ of ['first', 'again']) await readAgain()
    const { billing_day, period_end } = await readCustomer(database.db, asker, recurly.site.now)
    days.push([billing_day, period_end.slice(0, 10), await left()])
  }
  // The fake goes on from the 28th; a provider that comes back to the 31st is shown with the 31st.
  expect(days).toEqual([
    [28, '2026-03-28', 1000],
    [28, '2026-04-28', 1000],
    [28, '2026-05-28', 1000],
  ])
  expect(charges()).toEqual([5000, 5000, 5000, 5000])
})

test('an upgrade just before the period ends sells only what its cents pay for; a change down takes leads back', async () => {
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
