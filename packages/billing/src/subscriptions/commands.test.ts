import { testDatabase } from '@freeor/testing/postgres'
import { and, desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantDueLots } from '../commands.ts'
import { checkLedger } from '../ledger/queries.ts'
import { grantPromoLot } from '../lots/commands.ts'
import { deliverEvents } from '../providers/embedded/events/commands.ts'
import { runDue } from '../providers/embedded/renewals/commands.ts'
import { readAllowance } from '../queries.ts'
import { reserveCredits, settleReservation } from '../reservations/commands.ts'
import { creditLots } from '../tables.ts'
import { changePlan, previewPlanChange } from './changes/commands.ts'
import {
  type Asker,
  cancelAtPeriodEnd,
  openPaymentAccount,
  resumeSubscription,
  subscribe,
  terminateSubscription,
  updateCard,
} from './commands.ts'
import { checkSubscriptions } from './health/queries.ts'
import type { BillingDeps } from './ports.ts'
import { findCustomer, listInvoices, readCustomer } from './queries.ts'
import { billingIntents, providerEvents } from './tables.ts'
import { type BillingHouse, billingHouse } from './testing.ts'
import { reconcileBilling } from './upkeep/commands.ts'
import { receiveWebhook } from './webhooks/commands.ts'

/** Commands against the embedded provider; what a screen would show is read back. */

const dayMs = 86_400_000
let database: Awaited<ReturnType<typeof testDatabase>>
let house: BillingHouse
let billing: BillingDeps
let asker: Asker

beforeEach(async () => {
  database = await testDatabase()
  house = billingHouse(database.db, '2026-01-31T10:00:00Z')
  billing = house.billing
  asker = await house.company()
})

afterEach(async () => {
  house.dieAt = undefined
  const { db } = database
  const violations = [
    ...(await checkLedger(db)),
    ...(await checkSubscriptions({ db, provider: house.provider, now: house.clock.now() })),
  ]
  await database.close()
  expect(violations).toEqual([])
})

async function pass(days: number): Promise<void> {
  house.clock.advance(days * dayMs)
  await house.settle()
  await grantDueLots(database.db, house.clock.now())
}

async function subscribed(planID: 'freeor_basic' | 'freeor_pro' | 'freeor_biz', tokenId = 'tok_visa') {
  await updateCard(billing, { asker, tokenId })
  const outcome = await subscribe(billing, { asker, planID })
  if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
  // The founding second is over, so that the subscription's day is its own.
  return outcome.customer
}

const shown = () => readCustomer(database.db, asker, house.clock.now())
const left = async () => (await readAllowance(database.db, asker, house.clock.now())).leadsRemaining
const bills = async () => (await listInvoices(database.db, asker)).map(({ state, total }) => [state, total])
const subjects = () => house.notices.map(({ subject }) => subject)

let downloads = 0
/** Uses leads as a download does. */
async function use(amount: number): Promise<void> {
  downloads += 1
  const downloadId = `dl_${asker.companyId}_${downloads}`
  const now = house.clock.now()
  const outcome = await database.db.transaction((tx) =>
    reserveCredits(tx, { ...asker, downloadId, amount, now }),
  )
  expect(outcome).toEqual({ status: 'reserved' })
  house.clock.advance(1)
  await database.db.transaction((tx) =>
    settleReservation(tx, { downloadId, amount, fileName: 'x.csv', now: house.clock.now() }),
  )
}

describe('subscribing', () => {
  test('charges the card, moves the record and gives the leads', async () => {
    house.clock.advance(3 * dayMs)
    await subscribed('freeor_pro')
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_pro',
      subscription_status: 'active',
      processor: 'embedded',
      price: 9900,
      billing_day: 3,
      cancel_at_period_end: false,
      billing_info: { paymentMethod: { lastFour: '1111' } },
      in_progress: null,
    })
    // The free month's 25 stay until it ends.
    expect(await left()).toBe(5025)
    expect(await bills()).toEqual([['paid', 9900]])
    await house.settle()
    await house.settle()
    expect(await left()).toBe(5025)
    expect(subjects()).toEqual(['Your subscription to Freeor Pro'])
  })

  test('with a card that is declined says why and changes nothing', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_declined' })
    expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({
      status: 'declined',
      transactionError: { code: 'declined' },
    })
    await house.settle()
    expect(await shown()).toMatchObject({ plan_id: 'freeor_free', subscription_status: 'active' })
    expect(await left()).toBe(25)
    await subscribed('freeor_pro')
    expect((await shown()).plan_id).toBe('freeor_pro')
  })

  test('without a card is refused', async () => {
    expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({
      status: 'invalid',
      code: 'no_card',
    })
  })

  test('50 times at once is one subscription, charged once, and no other plan gets in between', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        subscribe(billing, { asker, planID: index % 5 === 4 ? 'freeor_basic' : 'freeor_pro' }),
      ),
    )
    const done = outcomes.filter((each) => each.status === 'fulfilled' && each.value.status === 'ok')
    expect(done.length).toBeGreaterThan(0)
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
    await house.settle()
    expect(await bills()).toHaveLength(1)
  })

  test('to the free plan needs no card, and coming back to it gives no second month', async () => {
    await use(20)
    await subscribed('freeor_basic')
    await terminateSubscription(billing, asker)
    expect((await shown()).subscription_status).toBe('canceled')
    for (let round = 0; round < 3; round++) {
      expect(await subscribe(billing, { asker, planID: 'freeor_free' })).toMatchObject({ status: 'ok' })
      house.clock.advance(dayMs)
    }
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_free',
      subscription_status: 'active',
      processor: null,
    })
    expect(await left()).toBe(5)
    await pass(31)
    expect(await left()).toBe(25)
  })

  test('a payment account of a company that was no customer starts canceled, then moves', async () => {
    const other = { ...asker, site: 'courses' as const }
    const account = await openPaymentAccount(billing, other)
    expect(await openPaymentAccount(billing, other)).toEqual(account)
    expect(await findCustomer(database.db, other)).toMatchObject({
      subscriptionStatus: 'canceled',
      accountId: account.id,
    })
    await updateCard(billing, { asker: other, tokenId: 'tok_visa' })
    await subscribe(billing, { asker: other, planID: 'freeor_pro' })
    expect(await findCustomer(database.db, other)).toMatchObject({
      subscriptionStatus: 'active',
      planId: 'freeor_pro',
    })
    expect((await shown()).plan_id, 'the other site is untouched').toBe('freeor_free')
  })
})

describe('a process that dies while somebody subscribes', () => {
  test.each(['subscribe-intended', 'subscribe-charged', 'subscribe-committing'] as const)(
    'at %s leaves nothing that the next try does not put right, charged once',
    async (point) => {
      await updateCard(billing, { asker, tokenId: 'tok_visa' })
      house.dieAt = point
      await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(point)
      house.dieAt = undefined
      await subscribe(billing, { asker, planID: 'freeor_pro' })
      await house.settle()
      expect(await bills()).toEqual([['paid', 9900]])
      expect((await shown()).plan_id).toBe('freeor_pro')
      expect(await left()).toBe(5025)
    },
  )

  test.each([
    ['subscribe-intended', 'freeor_free', 'abandoned'],
    ['subscribe-charged', 'freeor_pro', 'done'],
    ['subscribe-committing', 'freeor_pro', 'done'],
  ] as const)('at %s, when nobody tries again, ends on %s with the intent %s', async (point, plan, state) => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    house.dieAt = point
    await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(point)
    house.dieAt = undefined
    house.clock.advance(3 * 60_000)
    await reconcileBilling(billing)
    const [intent] = await database.db
      .select()
      .from(billingIntents)
      .where(eq(billingIntents.kind, 'subscribe'))
    expect(intent?.state).toBe(state)
    expect((await shown()).plan_id).toBe(plan)
    await house.settle()
    expect(await bills()).toHaveLength(plan === 'freeor_pro' ? 1 : 0)
  })

  test('or its answer is lost, is told that it is not known, and the next try finds the subscription', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const { provider } = billing
    const deaf: BillingDeps = {
      ...billing,
      provider: {
        ...provider,
        async createSubscription(input) {
          await provider.createSubscription(input)
          throw new Error('reset after accepting')
        },
      },
    }
    await expect(subscribe(deaf, { asker, planID: 'freeor_pro' })).rejects.toThrow('reset')
    await subscribe(billing, { asker, planID: 'freeor_pro' })
    await house.settle()
    expect(await bills()).toHaveLength(1)
  })
})

describe('changing the plan', () => {
  test('upwards charges the rest of the month and adds the difference in leads', async () => {
    await use(25)
    await subscribed('freeor_basic')
    await pass(14)
    await use(400)
    const before = await left()
    const preview = await previewPlanChange(billing, { asker, planID: 'freeor_pro' })
    expect(preview).toMatchObject({ chargeCents: 4950, creditCents: 2500, dueNowCents: 2450 })
    await changePlan(billing, { asker, planID: 'freeor_pro' })
    expect(await left()).toBe(before + 4000)
    await house.settle()
    expect(await left()).toBe(before + 4000)
    expect(await bills()).toEqual([
      ['paid', 2450],
      ['paid', 5000],
    ])
    await pass(14)
    // Rollover: what was left stays, and the new month's 5,000 come.
    expect(await left()).toBe(before + 4000 + 5000)
  })

  test('downwards takes back what is unspent above the smaller plan, and ends rollover', async () => {
    await subscribed('freeor_pro')
    await use(900)
    await changePlan(billing, { asker, planID: 'freeor_basic' })
    // The free month's 25 were used first: 875 of the 1,000.
    expect(await left()).toBe(125)
    await pass(28)
    expect(await left()).toBe(1000)
  })

  test('downwards is refused once more was used than the smaller plan has', async () => {
    await subscribed('freeor_pro')
    await use(1100)
    await expect(changePlan(billing, { asker, planID: 'freeor_basic' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(previewPlanChange(billing, { asker, planID: 'freeor_basic' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await shown()).plan_id).toBe('freeor_pro')
  })

  test('up and down again and again gives no more leads than the plan has', async () => {
    await subscribed('freeor_basic')
    for (let round = 0; round < 3; round++) {
      await changePlan(billing, { asker, planID: 'freeor_biz' })
      expect(await left()).toBe(50_025)
      await changePlan(billing, { asker, planID: 'freeor_basic' })
      expect(await left()).toBe(1025)
    }
  })

  test('to the free plan ends the paid one at once and goes on free', async () => {
    await subscribed('freeor_pro')
    expect(await previewPlanChange(billing, { asker, planID: 'freeor_free' })).toMatchObject({
      dueNowCents: 0,
    })
    await changePlan(billing, { asker, planID: 'freeor_free' })
    await house.settle()
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_free',
      subscription_status: 'active',
      processor: null,
    })
    expect(await left()).toBe(25)
  })

  test('with a card that is refused changes nothing', async () => {
    await subscribed('freeor_basic')
    await updateCard(billing, { asker, tokenId: 'tok_declined' })
    expect(await changePlan(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'declined' })
    await house.settle()
    expect((await shown()).plan_id).toBe('freeor_basic')
    expect(await left()).toBe(1025)
  })

  test('without a subscription is refused in the specification’s words', async () => {
    await expect(changePlan(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(
      "Uh oh, you don't currently have a subscription.",
    )
  })
})

describe('cancelling', () => {
  test('at the end of the period keeps everything until then, and can be taken back', async () => {
    await subscribed('freeor_pro')
    await cancelAtPeriodEnd(billing, asker)
    expect(await shown()).toMatchObject({ subscription_status: 'active', cancel_at_period_end: true })
    await resumeSubscription(billing, asker)
    expect(await shown()).toMatchObject({ cancel_at_period_end: false, canceled_at: null })
    await cancelAtPeriodEnd(billing, asker)
    await pass(27)
    expect(await left()).toBe(5025)
    await pass(1)
    expect(await shown()).toMatchObject({ subscription_status: 'canceled', active: false })
    expect(await left()).toBe(0)
    expect(subjects().filter((subject) => subject === 'Your subscription will end')).toHaveLength(2)
    expect(subjects()).toContain('Your subscription was canceled')
  })

  test('at once ends access and the monthly leads, and keeps promotional ones', async () => {
    await subscribed('freeor_pro')
    const promo = { companyId: asker.companyId, code: 'share-1', amount: 5, reason: 'Shared a search' }
    await grantPromoLot(database.db, { ...promo, expiresAt: null, now: house.clock.now() })
    await terminateSubscription(billing, asker)
    await expect(
      database.db.transaction((tx) =>
        reserveCredits(tx, { ...asker, downloadId: 'dl_after', amount: 1, now: house.clock.now() }),
      ),
    ).rejects.toMatchObject({ code: 'payment_required' })
    expect(await left()).toBe(30)
    await subscribe(billing, { asker, planID: 'freeor_basic' })
    expect(await left()).toBe(1030)
  })
})

describe('renewal', () => {
  test('with webhooks and readings, 50 at once, is one bill and one month of leads', async () => {
    await subscribed('freeor_basic')
    house.clock.advance(28 * dayMs)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        if (index % 2) await house.settle()
        else await grantDueLots(database.db, house.clock.now())
      }),
    )
    await house.settle()
    await grantDueLots(database.db, house.clock.now())
    expect(await bills()).toEqual([
      ['paid', 5000],
      ['paid', 5000],
    ])
    expect(await left()).toBe(1000)
  })

  test('that is refused gives no new month until it is paid, mails each time, and expires after the third retry', async () => {
    await subscribed('freeor_basic', 'tok_declines_renewals')
    await pass(28)
    expect(await shown()).toMatchObject({ subscription_status: 'past_due', past_due: true, active: true })
    expect(await left()).toBe(0)
    for (let day = 0; day < 8; day++) await pass(1)
    expect(await shown()).toMatchObject({ subscription_status: 'expired', active: false })
    expect(subjects()).toEqual([
      'Your subscription to Freeor Basic',
      'Please update your card',
      'Please update your card',
      'Please update your card',
      'Your subscription has ended',
    ])
  })

  test('that is refused is made good by a new card, with the month’s leads', async () => {
    await subscribed('freeor_pro', 'tok_declines_renewals')
    await pass(29)
    expect((await shown()).past_due).toBe(true)
    expect(await left()).toBe(5000)
    expect(await updateCard(billing, { asker, tokenId: 'tok_insufficient_funds' })).toMatchObject({
      status: 'declined',
    })
    expect(await updateCard(billing, { asker, tokenId: 'tok_mastercard' })).toMatchObject({ status: 'ok' })
    expect(await shown()).toMatchObject({ subscription_status: 'active', past_due: false })
    expect(await left()).toBe(10_000)
    expect(subjects().at(-1)).toBe('Your payment went through')
  })

  test('grants one lot a period, wherever the clock goes', async () => {
    await subscribed('freeor_pro')
    const step = fc.integer({ min: -40, max: 40 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (days) => {
        for (const each of days) await pass(each)
        const lots = await database.db
          .select()
          .from(creditLots)
          .where(and(eq(creditLots.companyId, asker.companyId), eq(creditLots.planId, 'freeor_pro')))
          .orderBy(desc(creditLots.startsAt))
        const starts = lots.map(({ startsAt }) => startsAt.toISOString().slice(0, 7))
        expect(new Set(starts).size).toBe(lots.length)
        expect(lots.length).toBe((await bills()).length)
      }),
      { numRuns: 8 },
    )
  })
})

describe('webhooks', () => {
  test('in every order of four, five times each, come to the same end, each applied once', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      asker = await house.company()
      const { subscriptionId } = await subscribed('freeor_pro', 'tok_needs_a_retry')
      await house.settle()
      house.clock.advance(31 * dayMs)
      await runDue(house.deps)
      await house.provider.cancelAtPeriodEnd(subscriptionId ?? '')
      const sent: { rawBody: Uint8Array; headers: Headers }[] = []
      await deliverEvents(house.deps, async (rawBody, headers) => {
        if (new TextDecoder().decode(rawBody).includes('"subscription.')) sent.push({ rawBody, headers })
        else await receiveWebhook(billing, rawBody, headers)
      })
      expect(sent.length).toBeGreaterThanOrEqual(3)
      for (const index of order)
        for (let times = 0; times < 5; times++) {
          const { rawBody, headers } = sent[index % sent.length] ?? {
            rawBody: new Uint8Array(),
            headers: new Headers(),
          }
          expect(await receiveWebhook(billing, rawBody, headers)).toMatchObject({ status: 'stored' })
        }
      await house.settle()
      expect(await shown()).toMatchObject({ subscription_status: 'past_due', cancel_at_period_end: true })
    }
    const events = await database.db.select().from(providerEvents)
    expect(events.every(({ state, applications }) => state === 'applied' && applications === 1)).toBe(true)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  }, 120_000)

  test('of somebody unknown are kept and ignored', async () => {
    await house.provider.createAccount({ code: 'cus_unknown', email: 'x@example.com' })
    await house.settle()
    const [event] = await database.db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.accountCode, 'cus_unknown'))
    expect(event?.state).toBe('ignored')
  })
})

test('a promotion is granted once, 50 at once', async () => {
  const promo = { companyId: asker.companyId, code: 'launch', amount: 10, reason: 'Launch', expiresAt: null }
  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.db.transaction((tx) => grantPromoLot(tx, { ...promo, now: house.clock.now() })),
    ),
  )
  expect(await left()).toBe(35)
})

test('a pass that is refused begins nothing', async () => {
  const spendPass = async () => {
    throw new Error('no pass')
  }
  await expect(subscribe(billing, { asker, planID: 'freeor_pro', spendPass })).rejects.toThrow('no pass')
  expect(await database.db.select().from(billingIntents)).toEqual([])
})

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((first) =>
    permutations(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  )
}
