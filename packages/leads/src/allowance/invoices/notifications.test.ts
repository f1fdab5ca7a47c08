import { cancel, change, collectAgain, reactivate } from '@freeor/billing/providers/testing/recurly-behaviour'
import { pause } from '@freeor/billing/providers/testing/recurly-pauses'
import { refund } from '@freeor/billing/providers/testing/recurly-refunds'
import { type FakeSubscription, Refusal } from '@freeor/billing/providers/testing/recurly-state'
import { openRecurlySystem, type RecurlySystem } from '@freeor/billing/providers/testing/recurly-system'
import { type Asker, openPaymentAccount, subscribe, updateCard } from '@freeor/billing/subscriptions/commands'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import { readCustomer } from '@freeor/billing/subscriptions/queries'
import { billingInvoices } from '@freeor/billing/subscriptions/tables'
import { billingSystem } from '@freeor/billing/subscriptions/testing'
import { reconcileBilling } from '@freeor/billing/subscriptions/upkeep'
import { applyEvent, receiveWebhook } from '@freeor/billing/subscriptions/webhooks'
import { creditLots } from '@freeor/credits/tables'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLedger } from '../health/queries.ts'
import { readAllowance } from '../queries.ts'
import { sellingLeads } from '../testing.ts'
import { leadInvoices } from './tables.ts'

/** What two companies are told of the same history, one of them late, twice, out of order or not at all. */

const dayMs = 86_400_000

let database: TestDatabase
let recurly: RecurlySystem
let billing: BillingDeps
let newCompany: () => Promise<Asker>
const queue: string[] = []

beforeEach(async () => {
  database = await testDatabase()
  recurly = await openRecurlySystem({ isChecked: false })
  const system = billingSystem(database.db, recurly.site.now.toISOString(), sellingLeads)
  newCompany = system.company
  const send = async (_tx: unknown, _name: string, data: object) => {
    queue.push((data as { id: string }).id)
    return undefined
  }
  const clock = { now: () => recurly.site.now }
  billing = { ...system.billing, provider: recurly.provider, clock, jobs: { send } }
})
afterEach(async () => {
  await database.close()
  await recurly.close()
})

type Told = { readonly asker: Asker; readonly subscription: FakeSubscription }

async function begin(): Promise<Told> {
  const asker = await newCompany()
  await openPaymentAccount(billing, asker)
  await updateCard(billing, { asker, tokenId: recurly.token('good') })
  expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'ok' })
  const subscription = recurly.site.subscriptions.at(-1)
  if (!subscription) throw new Error('Nothing was subscribed')
  return { asker, subscription }
}

const billsOf = ({ subscription }: Told) =>
  recurly.site.invoices.filter((invoice) => invoice.subscription === subscription)

/** What Recurly had to say of it so far. */
function newsOf(told: Told) {
  const { id, account } = told.subscription
  const own = new Set([id, account.id, ...billsOf(told).map((invoice) => invoice.id)])
  return recurly.site.notifications.filter((news) => own.has(news.id))
}

async function deliver(news: ReturnType<typeof newsOf>[number] | undefined): Promise<void> {
  if (!news) return
  const { body, headers } = recurly.deliver(news)
  expect(await receiveWebhook(billing, body, headers)).toMatchObject({ status: 'stored' })
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) await applyEvent(billing, id)
}

/** What happens at Recurly. What it refuses does not happen. */
const happenings = {
  smaller: ({ subscription }: Told): void => {
    change(recurly.site, subscription, 'freeor_basic')
  },
  larger: ({ subscription }: Told): void => {
    change(recurly.site, subscription, 'freeor_biz')
  },
  cancel: ({ subscription }: Told) => cancel(recurly.site, subscription),
  reactivate: ({ subscription }: Told) => reactivate(recurly.site, subscription),
  pause: ({ subscription }: Told) => pause(recurly.site, subscription, 1),
  lose: ({ subscription: { account } }: Told) => {
    account.card = { manner: 'declines_renewals', lastFour: '0002' }
  },
  pay: (told: Told) => {
    told.subscription.account.card = { manner: 'good', lastFour: '1111' }
    for (const bill of billsOf(told)) if (bill.state === 'past_due') collectAgain(recurly.site, bill)
  },
  refund: (told: Told) => {
    const paid = billsOf(told).filter(({ state, type }) => state === 'paid' && type === 'charge')
    const given = billsOf(told).filter(({ origin }) => origin === 'refund').length
    const bill = paid[given]
    if (bill && told.subscription.state !== 'expired') refund(recurly.site, bill)
  },
} as const

type Step = keyof typeof happenings | 'month' | 'dunned' | { readonly news: number }

/** Upkeep reads each subscription once a day: nothing that is lost is unknown for longer. */
async function pass(days: number): Promise<void> {
  recurly.advance(days * dayMs)
  await reconcileBilling(billing)
}

async function happen(step: Exclude<Step, object>, all: readonly Told[]): Promise<void> {
  if (step === 'month') for (const days of [1.1, 30]) await pass(days)
  else if (step === 'dunned') recurly.endDunning()
  else for (const told of all) tryAt(told, happenings[step])
}

function tryAt(told: Told, happening: (told: Told) => void): void {
  try {
    happening(told)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(happenings) as (keyof typeof happenings)[])) },
    { weight: 3, arbitrary: fc.constant('month' as const) },
    { weight: 1, arbitrary: fc.constant('dunned' as const) },
    { weight: 7, arbitrary: fc.record({ news: fc.nat(1000) }) },
  ),
  { minLength: 8, maxLength: 14 },
)

/** What the company sees, and what its leads and bills are. */
async function held({ asker }: Told) {
  const { db } = database
  const { plan_id, subscription_status, cancel_at_period_end, period_end, failed_attempts } =
    await readCustomer(db, asker, recurly.site.now)
  const bills = await db
    .select({ state: billingInvoices.state, total: billingInvoices.totalCents, leads: leadInvoices.leads })
    .from(billingInvoices)
    .leftJoin(leadInvoices, eq(leadInvoices.invoiceId, billingInvoices.id))
    .where(eq(billingInvoices.companyId, asker.companyId))
    .orderBy(billingInvoices.number)
  return {
    ...{ plan_id, subscription_status, cancel_at_period_end, period_end, failed_attempts, bills },
    left: (await readAllowance(db, asker, recurly.site.now).catch(() => undefined))?.leadsRemaining,
  }
}

/** Each paid bill's leads are in one lot at most. */
async function grantedTwice({ asker }: Told): Promise<string[]> {
  const isIts = and(eq(creditLots.companyId, asker.companyId), eq(creditLots.kind, 'cycle'))
  const lots = await database.db.select().from(creditLots).where(isIts)
  const periods = lots.map(({ period }) => period)
  return periods.filter((period, at) => periods.indexOf(period) !== at)
}

function statusNow(told: Told): string {
  const { state, expirationReason } = told.subscription
  if (state === 'expired') return expirationReason === 'nonpayment' ? 'expired' : 'canceled'
  if (billsOf(told).some((bill) => bill.state === 'past_due')) return 'past_due'
  return state === 'paused' ? 'pending' : 'active'
}

/** Refunds and changes down may give back more money than a period cost: those leads wait for the next payment. */
const isOwed = /still owed/

test('whatever reaches us of a history, and in whatever order, in the end we hold what Recurly says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const [prompt, other] = [await begin(), await begin()]
      let heard = newsOf(prompt).length
      for (const step of history) {
        if (typeof step === 'object') {
          const news = newsOf(other)
          await deliver(news[step.news % news.length])
          continue
        }
        await happen(step, [prompt, other])
        for (const news of newsOf(prompt).slice(heard)) await deliver(news)
        heard = newsOf(prompt).length
      }
      await pass(1.1)
      expect(await held(other)).toEqual(await held(prompt))
      for (const told of [prompt, other]) {
        expect(await held(told)).toMatchObject({
          subscription_status: statusNow(told),
          bills: billsOf(told).map(({ totalCents }) => ({ total: totalCents })),
        })
        expect(await grantedTwice(told)).toEqual([])
      }
      expect((await checkLedger(database.db)).filter(({ detail }) => !isOwed.test(detail))).toEqual([])
    }),
    { numRuns: 4 },
  )
})
