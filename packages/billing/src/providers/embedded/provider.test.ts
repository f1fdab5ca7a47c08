import { beforeEach, describe, expect, test } from 'vitest'
import { createToken } from './accounts/commands.ts'
import { dayMs, openProviderFixture, type ProviderFixture } from './testing.ts'

const { inFixture, accountWith, subscribed, current, invoices, passDays } = openProviderFixture()
let database: ProviderFixture['database']
let system: ProviderFixture['system']
let code: ProviderFixture['code']

beforeEach(() => {
  ;({ database, system, code } = inFixture())
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
  test('half way through costs what the preview said, and is charged once for one key', async () => {
    const { id } = await subscribed('tok_visa', 'freeor_basic')
    system.clock.advance(14 * dayMs)
    const outcome = await system.provider.previewChange({ subscriptionId: id, planCode: 'freeor_pro' })
    if (outcome.status !== 'ok') throw new Error(outcome.message)
    expect(outcome.preview).toMatchObject({ chargeCents: 4950, creditCents: 2500, dueNowCents: 2450 })
    const change = {
      subscriptionId: id,
      planCode: 'freeor_pro',
      timeframe: 'now' as const,
      idempotencyKey: 'up',
    }
    await Promise.all(Array.from({ length: 5 }, () => system.provider.changeSubscription(change)))
    expect((await invoices()).map(({ totalCents }) => totalCents)).toEqual([2450, 5000])
    expect(await current()).toMatchObject({ planCode: 'freeor_pro', priceCents: 9900 })
  })

  test('to less leaves a credit that the next invoice uses', async () => {
    const { id } = await subscribed('tok_visa', 'freeor_pro')
    system.clock.advance(14 * dayMs)
    const down = { subscriptionId: id, planCode: 'freeor_basic', timeframe: 'now' as const }
    await system.provider.changeSubscription({ ...down, idempotencyKey: 'down' })
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
    await system.provider.changeSubscription({ ...change, planCode: 'freeor_pro' })
    const other = await system.provider.changeSubscription({ ...change, planCode: 'freeor_biz' })
    expect(other).toMatchObject({ status: 'invalid', code: 'validation' })
  })
})

test('cancelling ends it with the period, and resuming undoes that', async () => {
  const { id } = await subscribed('tok_visa')
  await system.provider.cancelAtPeriodEnd(id)
  await system.provider.resume(id)
  await passDays(28)
  expect((await current())?.status).toBe('active')
  await system.provider.cancelAtPeriodEnd(id)
  expect(await current()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  await passDays(31)
  expect(await current()).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false })
  expect(await system.provider.resume(id)).toMatchObject({ status: 'invalid' })
})

test('50 subscriptions requested at the same time with 50 keys become one, charged once', async () => {
  await accountWith('tok_visa')
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      system.provider.createSubscription({
        accountCode: code,
        planCode: 'freeor_biz',
        idempotencyKey: `${code} ${index}`,
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'ok')).toHaveLength(1)
  expect(await invoices()).toHaveLength(1)
})

test('a token of the card form works once and for 15 minutes, and brings the name of the holder', async () => {
  const { id } = await system.provider.createAccount({ code, email: `${code}@example.com` })
  const form = { cardToken: 'tok_mastercard', firstName: 'Ada', lastName: 'Byron' }
  const token = await createToken(system.deps, form)
  const update = { tokenId: token?.id ?? '' }
  expect(await system.provider.updateAccount(id, update)).toMatchObject({ status: 'ok' })
  expect(await system.provider.cardOf(id)).toMatchObject({
    firstName: 'Ada',
    paymentMethod: { lastFour: '4444', cardType: 'MasterCard' },
  })
  expect(await system.provider.updateAccount(id, update)).toMatchObject({
    status: 'invalid',
    code: 'bad_token',
  })
  const old = await createToken(system.deps, form)
  system.clock.advance(16 * 60_000)
  expect(await system.provider.updateAccount(id, { tokenId: old?.id ?? '' })).toMatchObject({
    code: 'bad_token',
  })
  expect(await createToken(system.deps, { ...form, cardToken: '4111111111111111' })).toBeUndefined()
})
