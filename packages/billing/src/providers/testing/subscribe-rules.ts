import { expect, test } from 'vitest'
import { current, done, newPerson, paid, subscribe, type TestSystem, withCard } from './contract-system.ts'

export function subscribeRules(system: TestSystem): void {
  test('charges the first period', async () => {
    const person = await withCard(system(), 'good')
    const made = done(await subscribe(person))
    expect(made).toMatchObject({
      accountCode: 'cus_one',
      planCode: 'freeor_basic',
      status: 'active',
      priceCents: 5000,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      dunning: null,
    })
    expect(made.currentPeriodEnd.getTime()).toBeGreaterThan(system().now().getTime())
    const { provider, code } = person
    expect(await provider.getSubscription(made.id)).toEqual(made)
    expect(await provider.getSubscription(`uuid-${made.uuid}`)).toEqual(made)
    const [invoice, ...others] = await provider.listInvoices(code)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      state: 'paid',
      totalCents: 5000,
      paidCents: 5000,
      billedTo: { name: 'Ada Lovelace', city: 'London', country: 'GB' },
      subscriptionId: made.id,
    })
    expect(invoice?.lines.map(({ amountCents }) => amountCents)).toEqual([5000])
  })

  test('the same key subscribes and charges once', async () => {
    const person = await withCard(system(), 'good')
    const first = done(await subscribe(person))
    expect(done(await subscribe(person)).id).toBe(first.id)
    expect(await person.provider.listSubscriptions(person.code)).toHaveLength(1)
    expect(await paid(person)).toEqual([5000])
  })

  test('another key makes no second subscription', async () => {
    const person = await withCard(system(), 'good')
    await subscribe(person)
    await subscribe(person, 'freeor_basic', 'another')
    expect(await subscribe(person, 'freeor_pro')).toMatchObject({ status: 'invalid', code: 'validation' })
    expect(await person.provider.listSubscriptions(person.code)).toHaveLength(1)
    expect(await paid(person)).toEqual([5000])
  })
}

export function refusedSubscribeRules(system: TestSystem): void {
  test('a declined card leaves nothing but the message for its holder, also when the call is repeated', async () => {
    const person = await withCard(system(), 'declines')
    for (const _ of [1, 2])
      expect(await subscribe(person)).toMatchObject({
        status: 'declined',
        transactionError: { code: 'insufficient_funds', message: expect.stringMatching(/ /) },
      })
    expect(await person.provider.listSubscriptions(person.code)).toEqual([])
    expect(await paid(person)).toEqual([])
  })

  test('after a decline, a new card and a new key subscribe', async () => {
    const person = await withCard(system(), 'declines')
    await subscribe(person)
    await person.provider.updateAccount(person.accountId, { tokenId: await system().token('good') })
    expect(done(await subscribe(person, 'freeor_basic', 'next')).status).toBe('active')
    expect(await paid(person)).toEqual([5000])
  })

  test('a new card that declines leaves the card on file, and a good one is charged and kept', async () => {
    const person = await withCard(system(), 'good')
    const { provider, accountId } = person
    const kept = await provider.cardOf(accountId)
    const bring = async (card: 'good' | 'declines', key: string) =>
      await subscribe(person, 'freeor_basic', key, await system().token(card))
    expect(await bring('declines', 'one')).toMatchObject({ status: 'declined' })
    expect(await provider.cardOf(accountId)).toEqual(kept)
    expect(await provider.listSubscriptions(person.code)).toEqual([])
    expect(done(await subscribe(person, 'freeor_basic', 'two')).status).toBe('active')
    expect(await paid(person)).toEqual([5000])

    const other = await withCard(system(), 'declines', 'cus_two')
    const bought = await subscribe(other, 'freeor_basic', 'three', await system().token('good'))
    expect(done(bought).status).toBe('active')
    await system().passDays(32)
    expect(await current(other)).toMatchObject({ status: 'active' })
    expect(await paid(other)).toEqual([5000, 5000])
  })

  test('the first card comes with the purchase, and a token that is none buys nothing', async () => {
    const person = await newPerson(system())
    for (const tokenId of ['never-made', '', 'two\nlines'])
      expect(await subscribe(person, 'freeor_basic', `with ${tokenId}`, tokenId)).toMatchObject({
        code: 'bad_token',
      })
    const bought = await subscribe(person, 'freeor_basic', 'good', await system().token('good'))
    expect(done(bought).status).toBe('active')
    expect(await person.provider.cardOf(person.accountId)).toBeDefined()
    const [invoice] = await person.provider.listInvoices(person.code)
    expect(invoice?.billedTo).toMatchObject({ name: 'Ada Lovelace' })
  })

  test('without a card, an account or a plan it is invalid', async () => {
    const person = await newPerson(system())
    expect(await subscribe(person)).toMatchObject({ status: 'invalid', code: 'no_card' })
    const stranger = { ...person, code: 'cus_nobody' }
    expect(await subscribe(stranger, 'freeor_basic', 'x')).toMatchObject({
      status: 'invalid',
      code: 'not_found',
    })
    expect(await person.provider.listSubscriptions('cus_nobody')).toEqual([])
    expect(await person.provider.listInvoices('cus_nobody')).toEqual([])
    const rich = await withCard(system(), 'good', 'cus_two')
    expect(await subscribe(rich, 'no_such_plan')).toMatchObject({ status: 'invalid' })
    expect(await person.provider.getSubscription('nobody0000000')).toBeUndefined()
  })
}
