import { expect, test } from 'vitest'
import { changeTo, current, done, paid, subscribe, type TestSystem, withCard } from './contract-system.ts'

export function changeRules(system: TestSystem): void {
  test('costs what the preview said and nothing more for the same key', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person))
    await system().passDays(7)
    const asked = { subscriptionId: before.id, planCode: 'freeor_pro' }
    const outcome = await person.provider.previewChange(asked)
    if (outcome.status !== 'ok') throw new Error(outcome.message)
    const { preview } = outcome
    expect(preview).toMatchObject({ planCode: 'freeor_pro', priceCents: 9900 })
    expect(preview.dueNowCents).toBe(preview.chargeCents - preview.creditCents)
    expect(preview.currentPeriodEnd).toEqual(before.currentPeriodEnd)
    expect(await current(person)).toEqual(before)

    const changed = done(await changeTo(person, before, 'freeor_pro'))
    expect(changed).toMatchObject({
      id: before.id,
      planCode: 'freeor_pro',
      priceCents: 9900,
      status: 'active',
    })
    expect(done(await changeTo(person, before, 'freeor_pro'))).toEqual(changed)
    expect(await paid(person)).toEqual([preview.dueNowCents, 5000])
  })

  test('to a cheaper plan charges nothing now', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person, 'freeor_pro'))
    await system().passDays(7)
    const down = await person.provider.previewChange({ subscriptionId: before.id, planCode: 'freeor_basic' })
    if (down.status !== 'ok') throw new Error(down.message)
    expect(down.preview.dueNowCents).toBe(0)
    expect(down.preview.creditCents).toBeGreaterThan(down.preview.chargeCents)
    expect(done(await changeTo(person, before, 'freeor_basic')).planCode).toBe('freeor_basic')
    expect(await paid(person)).toEqual([9900])
  })

  test('to the current plan changes nothing and costs nothing', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person))
    const preview = await person.provider.previewChange({
      subscriptionId: before.id,
      planCode: 'freeor_basic',
    })
    expect(preview).toMatchObject({ preview: { chargeCents: 0, creditCents: 0, dueNowCents: 0 } })
    expect(done(await changeTo(person, before, 'freeor_basic'))).toEqual(before)
    expect(await paid(person)).toEqual([5000])
  })

  test('that the card declines leaves the plan as it was', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person))
    await person.provider.updateAccount(person.accountId, { tokenId: await system().token('declines') })
    expect(await changeTo(person, before, 'freeor_pro')).toMatchObject({
      status: 'declined',
      transactionError: { code: 'insufficient_funds' },
    })
    expect(await current(person)).toEqual(before)
    expect(await paid(person)).toEqual([5000])
  })

  test('of a subscription that is being cancelled, has ended or never existed is invalid', async () => {
    const person = await withCard(system(), 'good')
    const before = done(await subscribe(person))
    await person.provider.cancelAtPeriodEnd(before.id)
    expect(await changeTo(person, before, 'freeor_pro', 'a')).toMatchObject({ code: 'validation' })
    await person.provider.terminate(before.id)
    expect(await changeTo(person, before, 'freeor_pro', 'b')).toMatchObject({ code: 'validation' })
    const ended = await person.provider.previewChange({ subscriptionId: before.id, planCode: 'freeor_pro' })
    expect(ended).toMatchObject({ status: 'invalid', code: 'validation' })
    const nobody = { ...before, id: 'nobody0000000' }
    expect(await changeTo(person, nobody, 'freeor_pro', 'c')).toMatchObject({ code: 'not_found' })
  })
}
