import { expect, test } from 'vitest'
import {
  type ContractCard,
  changeTo,
  current,
  done,
  paid,
  subscribe,
  type TestSystem,
  withCard,
} from './contract-system.ts'

export function endingRules(system: TestSystem): void {
  test('at the end of the period keeps it until then, may be repeated, and can be undone', async () => {
    const person = await withCard(system(), 'good')
    const { provider } = person
    const before = done(await subscribe(person))
    const leaving = done(await provider.cancelAtPeriodEnd(before.id))
    expect(leaving).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, endedAt: null })
    expect(leaving.canceledAt).toEqual(system().now())
    expect(done(await provider.cancelAtPeriodEnd(before.id))).toEqual(leaving)
    expect(done(await provider.resume(before.id))).toEqual(before)
    expect(done(await provider.resume(before.id))).toEqual(before)

    await provider.cancelAtPeriodEnd(before.id)
    await system().passDays(32)
    expect(await current(person)).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false })
    expect((await current(person))?.endedAt).not.toBeNull()
    expect(await provider.resume(before.id)).toMatchObject({ status: 'invalid', code: 'validation' })
    expect(done(await provider.cancelAtPeriodEnd(before.id)).status).toBe('canceled')
    expect(await paid(person)).toEqual([5000])
  })

  test('at once ends it immediately, may be repeated, and lets another one begin', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person))
    const ended = done(await person.provider.terminate(before.id))
    expect(ended).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false, dunning: null })
    expect(ended.endedAt).toEqual(system().now())
    expect(ended.canceledAt).toEqual(system().now())
    expect(done(await person.provider.terminate(before.id))).toEqual(ended)
    await system().passDays(1)
    expect(done(await subscribe(person, 'freeor_pro')).id).not.toBe(before.id)
    const all = await person.provider.listSubscriptions(person.code)
    expect(all.map(({ planCode, status }) => [planCode, status])).toEqual([
      ['freeor_pro', 'active'],
      ['freeor_basic', 'canceled'],
    ])
    expect(await paid(person)).toEqual([9900, 5000])
  })

  test('of a subscription that never existed is not found', async () => {
    const { provider } = system()
    for (const end of [provider.cancelAtPeriodEnd, provider.resume, provider.terminate])
      expect(await end('nobody0000000')).toMatchObject({ status: 'invalid', code: 'not_found' })
  })
}

export function renewalRules(system: TestSystem): void {
  test('is charged once a period', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person))
    await system().passDays(32)
    const after = await current(person)
    expect(after?.currentPeriodStart).toEqual(before.currentPeriodEnd)
    expect(after?.status).toBe('active')
    expect(await paid(person)).toEqual([5000, 5000])
  })

  test('that is declined is past due, and a new card pays it at once', async () => {
    const person = await withCard(system(), 'declines_renewals')
    const before = done(await subscribe(person))
    await system().passDays(31)
    const overdue = await current(person)
    expect(overdue).toMatchObject({ status: 'past_due', endedAt: null })
    expect(overdue?.dunning?.failedAttempts).toBeGreaterThanOrEqual(1)
    expect(await changeTo(person, before, 'freeor_pro')).toMatchObject({ status: 'invalid' })
    const card = async (kind: ContractCard) =>
      person.provider.updateAccount(person.accountId, { tokenId: await system().token(kind) })
    expect(await card('declines')).toMatchObject({ status: 'declined' })
    expect((await current(person))?.status).toBe('past_due')
    expect(await card('good')).toMatchObject({ status: 'ok' })
    expect(await current(person)).toMatchObject({ status: 'active', dunning: null })
    expect(await paid(person)).toEqual([5000, 5000])
  })

  test('that is overdue is not collected any more after the subscription was ended', async () => {
    const person = await withCard(system(), 'declines_renewals')
    const before = done(await subscribe(person))
    await system().passDays(31)
    expect(done(await person.provider.terminate(before.id)).status).toBe('canceled')
    const good = await system().token('good')
    expect(await person.provider.updateAccount(person.accountId, { tokenId: good })).toMatchObject({
      status: 'ok',
    })
    expect(await paid(person)).toEqual([5000])
  })
}
