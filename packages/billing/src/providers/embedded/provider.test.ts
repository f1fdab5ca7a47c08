import { testDatabase } from '@freeor/testing/postgres'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToken } from './accounts/commands.ts'
import { deliverEvents } from './events/commands.ts'
import { checkBooks } from './queries.ts'
import { runDue } from './renewals/commands.ts'
import { sign, signatureHeader } from './signature.ts'
import { embeddedProvider, type TestProvider } from './testing.ts'

/** The embedded provider's books, over time. What every provider must do is in the contract suite. */

const dayMs = 86_400_000
let database: Awaited<ReturnType<typeof testDatabase>>
let house: TestProvider
let code: string
let accounts = 0
let keys = 0

beforeEach(async () => {
  database = await testDatabase()
  house = embeddedProvider(database.db, '2026-01-31T10:00:00Z')
  accounts += 1
  code = `cus_${accounts}`
})

afterEach(async () => {
  const books = await checkBooks(database.db)
  await database.close()
  expect(books).toEqual([])
})

async function accountWith(tokenId: string): Promise<string> {
  const { id } = await house.provider.createAccount({ code, email: `${code}@example.com` })
  await house.provider.updateAccount(id, { tokenId })
  return id
}

async function subscribed(tokenId: string, planCode = 'freeor_pro') {
  await accountWith(tokenId)
  keys += 1
  const outcome = await house.provider.createSubscription({
    accountCode: code,
    planCode,
    idempotencyKey: `key ${keys}`,
  })
  if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.subscription
}

const current = async () => (await house.provider.listSubscriptions(code))[0]
const invoices = async () => await house.provider.listInvoices(code)

async function passDays(days: number): Promise<void> {
  house.clock.advance(days * dayMs)
  await runDue(house.deps)
}

describe('renewal', () => {
  test('bills each month on the day it began, or the last day a shorter month has', async () => {
    await subscribed('tok_visa')
    const starts: string[] = []
    for (let month = 0; month < 4; month++) {
      const end = (await current())?.currentPeriodEnd.toISOString() ?? ''
      house.clock.set(end)
      await runDue(house.deps)
      starts.push(end.slice(0, 10))
    }
    expect(starts).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    expect((await invoices()).map(({ state, totalCents }) => [state, totalCents])).toEqual(
      Array.from({ length: 5 }, () => ['paid', 9900]),
    )
  })

  test('is made once a period, however often it is run and by how many at once', async () => {
    await subscribed('tok_visa')
    house.clock.advance(29 * dayMs)
    await Promise.all(Array.from({ length: 20 }, () => runDue(house.deps)))
    await runDue(house.deps)
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

  test('does not charge for periods that passed while nothing ran', async () => {
    await subscribed('tok_visa')
    await passDays(365)
    expect(await invoices()).toHaveLength(2)
  })

  test('charges no period twice and leaves none of an active subscription unpaid, wherever the clock goes', async () => {
    const walk = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(walk, async (days) => {
        accounts += 1
        code = `cus_${accounts}`
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
  test.each([
    ['tok_declined', 'declined'],
    ['tok_insufficient_funds', 'insufficient_funds'],
    ['tok_expired', 'expired_card'],
  ])('%s makes no subscription, and the same key says so again', async (tokenId, errorCode) => {
    await accountWith(tokenId)
    const input = { accountCode: code, planCode: 'freeor_pro', idempotencyKey: `refused ${tokenId}` }
    const outcomes = [
      await house.provider.createSubscription(input),
      await house.provider.createSubscription(input),
    ]
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'declined', transactionError: { code: errorCode } })
    expect(await house.provider.listSubscriptions(code)).toEqual([])
    expect((await invoices()).map(({ state }) => state)).toEqual(['failed'])
  })

  test('at the renewal is asked again on days 3, 5 and 7, and then the subscription expires', async () => {
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

  test('is not used up at once by a clock that jumps 40 days', async () => {
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

  test('once is paid at the next try', async () => {
    await subscribed('tok_needs_a_retry')
    await passDays(28)
    expect((await current())?.status).toBe('past_due')
    await passDays(3)
    expect(await current()).toMatchObject({ status: 'active', dunning: null })
    expect((await invoices()).map(({ state }) => state)).toEqual(['paid', 'paid'])
  })

  test('is made good by a new one at once, and by another bad one not at all', async () => {
    await subscribed('tok_declines_renewals')
    await passDays(28)
    const [account] = await house.provider.findAccounts(`${code}@example.com`)
    const update = (tokenId: string) => house.provider.updateAccount(account?.id ?? '', { tokenId })
    expect(await update('tok_insufficient_funds')).toMatchObject({
      status: 'declined',
      transactionError: { code: 'insufficient_funds' },
    })
    expect(await current()).toMatchObject({ status: 'past_due', dunning: { failedAttempts: 1 } })
    expect(await update('tok_visa')).toMatchObject({ status: 'ok' })
    expect((await current())?.status).toBe('active')
  })
})

describe('a first payment that takes a day', () => {
  test('keeps the subscription pending, then active', async () => {
    expect((await subscribed('tok_slow')).status).toBe('pending')
    await passDays(1)
    expect((await current())?.status).toBe('active')
  })

  test('fails when it is not made, and is given up in the end', async () => {
    await subscribed('tok_slow_refused')
    const seen = []
    for (const days of [1, 3, 2, 2]) {
      await passDays(days)
      seen.push((await current())?.status)
    }
    expect(seen).toEqual(['failed', 'failed', 'failed', 'incomplete_expired'])
  })
})

describe('a change', () => {
  test('half way through costs what the preview said, and once for one key', async () => {
    const { id } = await subscribed('tok_visa', 'freeor_basic')
    house.clock.advance(14 * dayMs)
    const outcome = await house.provider.previewChange({ subscriptionId: id, planCode: 'freeor_pro' })
    if (outcome.status !== 'ok') throw new Error(outcome.message)
    expect(outcome.preview).toMatchObject({ chargeCents: 4950, creditCents: 2500, dueNowCents: 2450 })
    const change = {
      subscriptionId: id,
      planCode: 'freeor_pro',
      timeframe: 'now' as const,
      idempotencyKey: 'up',
    }
    await Promise.all(Array.from({ length: 5 }, () => house.provider.changeSubscription(change)))
    expect((await invoices()).map(({ totalCents }) => totalCents)).toEqual([2450, 5000])
    expect(await current()).toMatchObject({ planCode: 'freeor_pro', priceCents: 9900 })
  })

  test('to less leaves a credit that the next invoice uses', async () => {
    const { id } = await subscribed('tok_visa', 'freeor_pro')
    house.clock.advance(14 * dayMs)
    const down = { subscriptionId: id, planCode: 'freeor_basic', timeframe: 'now' as const }
    await house.provider.changeSubscription({ ...down, idempotencyKey: 'down' })
    await passDays(14)
    expect((await invoices()).map(({ totalCents, state }) => [totalCents, state])).toEqual([
      [5000, 'paid'],
      [-2450, 'paid'],
      [9900, 'paid'],
    ])
    const { rows } = await database.pool.query(
      'SELECT amount_cents FROM embedded_charges ORDER BY at DESC, id LIMIT 1',
    )
    expect(rows).toEqual([{ amount_cents: 2550 }])
  })

  test('a key that was used for something else is refused', async () => {
    const { id } = await subscribed('tok_visa', 'freeor_basic')
    const change = { subscriptionId: id, timeframe: 'now' as const, idempotencyKey: `one ${code}` }
    await house.provider.changeSubscription({ ...change, planCode: 'freeor_pro' })
    const other = await house.provider.changeSubscription({ ...change, planCode: 'freeor_biz' })
    expect(other).toMatchObject({ status: 'invalid', code: 'validation' })
  })
})

test('cancelling ends it with the period, and resuming takes that back', async () => {
  const { id } = await subscribed('tok_visa')
  await house.provider.cancelAtPeriodEnd(id)
  await house.provider.resume(id)
  await passDays(28)
  expect((await current())?.status).toBe('active')
  await house.provider.cancelAtPeriodEnd(id)
  expect(await current()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  await passDays(31)
  expect(await current()).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false })
  expect(await house.provider.resume(id)).toMatchObject({ status: 'invalid' })
})

test('50 subscriptions at once with 50 keys are one, charged once', async () => {
  await accountWith('tok_visa')
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      house.provider.createSubscription({
        accountCode: code,
        planCode: 'freeor_biz',
        idempotencyKey: `${code} ${index}`,
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'ok')).toHaveLength(1)
  expect(await invoices()).toHaveLength(1)
})

test('a token of the form is put on file once, with the name of its holder, and soon', async () => {
  const { id } = await house.provider.createAccount({ code, email: `${code}@example.com` })
  const form = { cardToken: 'tok_mastercard', firstName: 'Ada', lastName: 'Byron' }
  const token = await createToken(house.deps, form)
  const update = { tokenId: token?.id ?? '' }
  expect(await house.provider.updateAccount(id, update)).toMatchObject({ status: 'ok' })
  expect(await house.provider.cardOf(id)).toMatchObject({
    firstName: 'Ada',
    paymentMethod: { lastFour: '4444', cardType: 'MasterCard' },
  })
  expect(await house.provider.updateAccount(id, update)).toMatchObject({
    status: 'invalid',
    code: 'bad_token',
  })
  const old = await createToken(house.deps, form)
  house.clock.advance(16 * 60_000)
  expect(await house.provider.updateAccount(id, { tokenId: old?.id ?? '' })).toMatchObject({
    code: 'bad_token',
  })
  expect(await createToken(house.deps, { ...form, cardToken: '4111111111111111' })).toBeUndefined()
})

test('events are sent in order, signed, and again until they are taken', async () => {
  await subscribed('tok_visa')
  const taken: string[] = []
  let isDown = true
  const receive = async (rawBody: Uint8Array, headers: Headers) => {
    if (isDown && taken.length === 2) throw new Error('down')
    const reading = house.provider.readWebhook(rawBody, headers, house.clock.now())
    if (reading.status !== 'verified') throw new Error(reading.reason)
    taken.push(...reading.events.map(({ type }) => type))
  }
  await expect(deliverEvents(house.deps, receive)).rejects.toThrow('down')
  isDown = false
  await deliverEvents(house.deps, receive)
  expect(taken).toEqual(['account.created', 'account.updated', 'subscription.created', 'invoice.paid'])
})

test('a webhook is believed only with our signature over its very bytes, and for 300 seconds', () => {
  const { provider, clock, deps } = house
  const text = '{"id":"e1","type":"x","object":{"kind":"invoice","id":"i1"},"accountCode":null}'
  const rawBody = new TextEncoder().encode(text)
  const read = (signature: string | undefined, body = rawBody) =>
    provider.readWebhook(body, new Headers(signature ? { [signatureHeader]: signature } : {}), clock.now())
  const good = sign(deps.secret, rawBody, clock.now())
  expect(read(good)).toMatchObject({ status: 'verified', events: [{ id: 'e1' }] })
  expect(read(undefined)).toMatchObject({ reason: 'unsigned' })
  expect(read(good.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toMatchObject({ reason: 'forged' })
  expect(read(sign('another secret', rawBody, clock.now()))).toMatchObject({ reason: 'forged' })
  expect(read(good, new TextEncoder().encode(text.replace('e1', 'e2')))).toMatchObject({ reason: 'forged' })
  expect(read('t=1,v1=00')).toMatchObject({ reason: 'forged' })
  const seconds = (by: number) => new Date(clock.now().getTime() + by * 1000)
  expect(read(sign(deps.secret, rawBody, seconds(-299)))).toMatchObject({ status: 'verified' })
  expect(read(sign(deps.secret, rawBody, seconds(-301)))).toMatchObject({ reason: 'stale' })
  expect(read(sign(deps.secret, rawBody, seconds(301)))).toMatchObject({ reason: 'stale' })
  const nonsense = new TextEncoder().encode('{"id":1}')
  expect(read(sign(deps.secret, nonsense, clock.now()), nonsense)).toMatchObject({ reason: 'unreadable' })
})
