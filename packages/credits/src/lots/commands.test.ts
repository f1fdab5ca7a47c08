import { describe, expect, test } from 'vitest'
import { openCreditsFixture } from '../testing.ts'
import { addLot, endLots, keepLots, limitLots, takeBack, writeOff } from './commands.ts'
import { listExpiredUnspent, listLots, listPeriodLots, listUnspent, sumAllotment } from './queries.ts'

const { current, start, days, locked, newSubject, reserve, left, promo, expectSound } = openCreditsFixture()

const cycle = () => ({ ...current().holder.balance, kind: 'cycle' as const })
const atStart = { now: start, startsBefore: days(28) }

test('a lot is granted once for its company, kind and period, fifty at once', async () => {
  const lots = await Promise.all(Array.from({ length: 50 }, () => promo(10, 'launch', null)))
  expect(lots.filter((id) => id !== undefined)).toHaveLength(1)
  expect(await left()).toBe(35)
  await expectSound()
})

test('only unspent credits are taken back, and never more than there are', async () => {
  await reserve(newSubject(), 20)
  const back = { amount: 9, reason: 'changed', now: start }
  const lots = await listUnspent(current().database.db, cycle(), atStart)
  expect(await locked((tx) => takeBack(tx, { ...back, lots }))).toBe(5)
  expect(await left()).toBe(0)
  expect(await sumAllotment(current().database.db, lots)).toBe(20)
  await expectSound()
})

test('lots added to a period count with it', async () => {
  const more = { ...cycle(), period: 'first +1', amount: 5, startsAt: start, expiresAt: null, now: days(1) }
  await locked((tx) => addLot(tx, more))
  const lots = await listPeriodLots(current().database.db, cycle(), 'first')
  expect(lots.map(({ period }) => period)).toEqual(['first', 'first +1'])
})

describe('the end of lots', () => {
  const endsOf = async () =>
    (await listLots(current().database.db, current().holder.balance, 10)).map(({ expiresAt }) => expiresAt)

  test('can be removed, set again, and moved to now', async () => {
    await locked((tx) => keepLots(tx, cycle(), start))
    expect(await endsOf()).toEqual([null])
    await locked((tx) => limitLots(tx, cycle(), days(5)))
    expect(await endsOf()).toEqual([days(5)])
    await locked((tx) => endLots(tx, cycle(), days(1)))
    expect(await endsOf()).toEqual([days(1)])
    // It has ended: nothing brings it back.
    await locked((tx) => keepLots(tx, cycle(), days(2)))
    expect(await endsOf()).toEqual([days(1)])
  })

  test('stays for lots of another kind or of the origin that is left out', async () => {
    const paid = { ...cycle(), origin: 'large', period: 'paid', amount: 7, startsAt: start, now: start }
    await locked((tx) => addLot(tx, { ...paid, expiresAt: null }))
    await promo(3, 'gift', null)
    await locked((tx) => endLots(tx, { ...cycle(), exceptOrigin: 'large' }, start))
    expect(await left()).toBe(7 + 3)
  })
})

test('an expired lot is written off once, with the credits that nobody spent', async () => {
  const { database, holder } = current()
  const before = days(60)
  const mine = async () =>
    (await listExpiredUnspent(database.db, { site: 'leads', before })).filter(
      ({ companyId }) => companyId === holder.balance.companyId,
    )
  const [lot] = await mine()
  const lotId = lot?.id ?? ''
  await locked((tx) => writeOff(tx, { lotId, before: days(28) }))
  expect(await mine()).toHaveLength(1)
  await Promise.all([1, 2, 3].map(() => locked((tx) => writeOff(tx, { lotId, before }))))
  expect(await mine()).toEqual([])
  await expectSound()
})
