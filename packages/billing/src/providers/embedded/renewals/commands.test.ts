import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { listStuckRenewals } from '../queries.ts'
import { embeddedSubscriptions } from '../tables.ts'
import { dayMs, openProviderFixture, type ProviderFixture } from '../testing.ts'
import { runDue } from './commands.ts'

const { inFixture, becomeAnother, accountWith, subscribed, current, invoices, passDays } =
  openProviderFixture()
let system: ProviderFixture['system']
let code: ProviderFixture['code']

beforeEach(() => {
  ;({ system, code } = inFixture())
})

describe('renewal', () => {
  test('bills each month on the day it began, or the last day a shorter month has', async () => {
    await subscribed('tok_visa')
    const starts: string[] = []
    for (let month = 0; month < 4; month++) {
      const end = (await current())?.currentPeriodEnd.toISOString() ?? ''
      system.clock.set(end)
      await runDue(system.deps)
      starts.push(end.slice(0, 10))
    }
    expect(starts).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    expect((await invoices()).map(({ state, totalCents }) => [state, totalCents])).toEqual(
      Array.from({ length: 5 }, () => ['paid', 9900]),
    )
  })

  test('is made once a period, however often and by however many processes at the same time it is run', async () => {
    await subscribed('tok_visa')
    system.clock.advance(29 * dayMs)
    await Promise.all(Array.from({ length: 20 }, () => runDue(system.deps)))
    await runDue(system.deps)
    expect(await invoices()).toHaveLength(2)
  })

  test('charges one period under a clock that jumps 40 days ahead, back, and ahead again', async () => {
    await subscribed('tok_visa')
    await passDays(40)
    expect(await invoices()).toHaveLength(2)
    await passDays(-40)
    await passDays(40)
    await passDays(0)
    expect(await invoices()).toHaveLength(2)
    expect((await current())?.status).toBe('active')
  })

  test('that fails for one subscription blocks no other, is reported, and is made once it is possible', async () => {
    const { db } = inFixture().database
    const broken = await subscribed('tok_visa')
    const isBroken = eq(embeddedSubscriptions.id, broken.id)
    const brokenCode = code
    // Overdue with nothing to collect, as an interrupted repair leaves it.
    await db
      .update(embeddedSubscriptions)
      .set({ status: 'past_due', nextAttemptAt: new Date(system.clock.now().getTime() + 1) })
      .where(isBroken)
    becomeAnother()
    await subscribed('tok_visa')
    system.clock.advance(30 * dayMs)
    await expect(runDue(system.deps)).rejects.toThrow(broken.id)
    expect(await invoices()).toHaveLength(2)
    await db.update(embeddedSubscriptions).set({ status: 'active', nextAttemptAt: null }).where(isBroken)
    expect(await listStuckRenewals(db, system.clock.now())).toMatchObject([{ id: broken.id }])
    await runDue(system.deps)
    expect(await listStuckRenewals(db, system.clock.now())).toEqual([])
    expect(await system.provider.listInvoices(brokenCode)).toHaveLength(2)
  })

  test('does not charge for periods that passed while nothing ran', async () => {
    await subscribed('tok_visa')
    await passDays(365)
    expect(await invoices()).toHaveLength(2)
  })

  test('charges no period twice and leaves none of an active subscription unpaid, wherever the clock goes', async () => {
    const walk = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 12, size: 'max' })
    await fc.assert(
      fc.asyncProperty(walk, async (days) => {
        becomeAnother()
        await subscribed('tok_visa', 'freeor_basic')
        for (const step of days) await passDays(step)
        const bills = await invoices()
        const starts = bills.map(({ lines }) => lines[0]?.startsAt?.getTime())
        expect(new Set(starts).size).toBe(bills.length)
        expect(bills.every(({ state }) => state === 'paid')).toBe(true)
        expect((await current())?.status).toBe('active')
      }),
      { numRuns: 15 },
    )
  })
})

describe('a card that is refused', () => {
  test('makes no subscription, and the same key says so again', async () => {
    await accountWith('tok_insufficient_funds')
    const input = { accountCode: code, planCode: 'freeor_pro', idempotencyKey: 'refused' }
    const outcomes = [
      await system.provider.createSubscription(input),
      await system.provider.createSubscription(input),
    ]
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'declined', transactionError: { code: 'insufficient_funds' } })
    expect(await system.provider.listSubscriptions(code)).toEqual([])
    expect((await invoices()).map(({ state }) => state)).toEqual(['failed'])
  })

  test.each([
    ['tok_declined', 'declined'],
    ['tok_expired', 'expired_card'],
  ])('%s is not put on file: the card there stays', async (tokenId, errorCode) => {
    await accountWith('tok_visa')
    const [account] = await system.provider.findAccounts(`${code}@example.com`)
    const id = account?.id ?? ''
    expect(await system.provider.updateAccount(id, { tokenId })).toMatchObject({
      status: 'declined',
      transactionError: { code: errorCode },
    })
    expect((await system.provider.cardOf(id))?.paymentMethod.lastFour).toBe('1111')
  })

  test('at the renewal is tried again on days 3, 5 and 7, and then the subscription expires', async () => {
    await subscribed('tok_declines_renewals')
    await passDays(28)
    const seen: unknown[] = []
    for (let day = 0; day <= 8; day++) {
      const { status, dunning } = (await current()) ?? {}
      seen.push([day, status, dunning?.failedAttempts ?? null])
      await passDays(1)
    }
    expect(seen).toEqual([
      [0, 'past_due', 1],
      [1, 'past_due', 1],
      [2, 'past_due', 1],
      [3, 'past_due', 2],
      [4, 'past_due', 2],
      [5, 'past_due', 3],
      [6, 'past_due', 3],
      [7, 'expired', null],
      [8, 'expired', null],
    ])
    expect((await invoices())[0]?.state).toBe('failed')
  })

  test('does not use up its tries at once when the clock jumps 40 days', async () => {
    await subscribed('tok_declines_renewals')
    await passDays(28)
    await passDays(40)
    expect(await current()).toMatchObject({ status: 'past_due', dunning: { failedAttempts: 2 } })
    await passDays(-40)
    await passDays(2)
    expect((await current())?.dunning?.failedAttempts).toBe(2)
    await passDays(1)
    expect((await current())?.dunning?.failedAttempts).toBe(3)
  })

  test('once pays at the next try', async () => {
    await subscribed('tok_needs_a_retry')
    await passDays(28)
    expect((await current())?.status).toBe('past_due')
    await passDays(3)
    expect(await current()).toMatchObject({ status: 'active', dunning: null })
    expect((await invoices()).map(({ state }) => state)).toEqual(['paid', 'paid'])
  })

  test('is replaced by a new one, which pays at once unless it is refused too', async () => {
    await subscribed('tok_declines_renewals')
    await passDays(28)
    const [account] = await system.provider.findAccounts(`${code}@example.com`)
    const update = (tokenId: string) => system.provider.updateAccount(account?.id ?? '', { tokenId })
    expect(await update('tok_insufficient_funds')).toMatchObject({
      status: 'declined',
      transactionError: { code: 'insufficient_funds' },
    })
    expect(await current()).toMatchObject({ status: 'past_due', dunning: { failedAttempts: 1 } })
    expect(await update('tok_visa')).toMatchObject({ status: 'ok' })
    expect((await current())?.status).toBe('active')
  })
})
