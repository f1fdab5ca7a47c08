import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { creditLedger, creditLots } from '../tables.ts'
import { openCreditsFixture } from '../testing.ts'

const {
  current,
  start,
  days,
  open,
  become,
  newSubject,
  reserve,
  settle,
  release,
  refund,
  refundSome,
  left,
  promo,
  expectSound,
} = openCreditsFixture()

const times = async <Result>(n: number, work: () => Promise<Result>) =>
  await Promise.all(Array.from({ length: n }, work))

describe('reserving', () => {
  test('fifty at the same time, with credits for three, hold three', async () => {
    const outcomes = await times(50, () => reserve(newSubject(), 8))
    expect(outcomes.filter(({ status }) => status === 'reserved')).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 'insufficient')).toHaveLength(47)
    expect(await left()).toBe(1)
    await expectSound()
  })

  test('fifty at the same time for one subject hold its credits once', async () => {
    const subjectId = newSubject()
    const outcomes = await times(50, () => reserve(subjectId, 8))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['reserved']))
    expect(await left()).toBe(17)
    await expectSound()
  })

  test('says what is left when it is not enough, and holds nothing', async () => {
    expect(await reserve(newSubject(), 26)).toEqual({ status: 'insufficient', left: 25 })
    expect(await left()).toBe(25)
  })

  test('spends what expires soonest first and what never expires last', async () => {
    await promo(5, 'never', null)
    await promo(5, 'soon', days(3))
    const subjectId = newSubject()
    await reserve(subjectId, 32)
    await settle(subjectId, 32)
    const { database } = current()
    const debits = await database.db
      .select({ period: creditLots.period, amount: creditLedger.amount })
      .from(creditLedger)
      .innerJoin(creditLots, eq(creditLots.id, creditLedger.lotId))
      .where(eq(creditLedger.subjectId, subjectId))
      .orderBy(creditLedger.sequence)
    expect(debits).toEqual([
      { period: 'soon', amount: -5 },
      { period: 'first', amount: -25 },
      { period: 'never', amount: -2 },
    ])
    await expectSound()
  })

  test('refuses the same subject with another amount, another company, or after it was given up', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 5)
    await expect(reserve(subjectId, 6)).rejects.toMatchObject({ code: 'conflict' })
    const { holder } = current()
    become(await open())
    await expect(reserve(subjectId, 5)).rejects.toMatchObject({ code: 'conflict' })
    become(holder)
    await release(subjectId)
    await expect(reserve(subjectId, 5)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of less than nothing, or of a part of a credit, is refused', async () => {
    await expect(reserve(newSubject(), -1)).rejects.toThrow('Not a number of credits')
    await expect(reserve(newSubject(), 0.5)).rejects.toThrow('Not a number of credits')
  })

  test('what costs nothing is reserved and settled without a lot', async () => {
    const subjectId = newSubject()
    expect(await reserve(subjectId, 0)).toEqual({ status: 'reserved' })
    expect(await settle(subjectId, 0)).toEqual({ status: 'settled', amount: 0 })
    expect(await left()).toBe(25)
    await expectSound()
  })

  test('takes no lot that has ended', async () => {
    expect(await reserve(newSubject(), 1, days(28))).toEqual({ status: 'insufficient', left: 0 })
  })
})

describe('settling', () => {
  test('debits exactly what was used and gives the rest back', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 20)
    expect(await left()).toBe(5)
    expect(await settle(subjectId, 13)).toEqual({ status: 'settled', amount: 13 })
    expect(await left()).toBe(12)
    await expectSound()
  })

  test('twenty times at the same time debits once', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 10)
    const outcomes = await times(20, () => settle(subjectId, 10))
    expect(outcomes.filter(({ status }) => status === 'settled')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'already_settled')).toHaveLength(19)
    expect(await left()).toBe(15)
    await expectSound()
  })

  test('after a release debits nothing', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 10)
    expect(await release(subjectId)).toEqual({ status: 'released', amount: 10 })
    expect(await release(subjectId)).toEqual({ status: 'already_released' })
    expect(await settle(subjectId, 10)).toEqual({ status: 'released' })
    expect(await left()).toBe(25)
    await expectSound()
  })

  test('against a release at the same time, one of the two wins', async () => {
    for (let n = 0; n < 5; n += 1) {
      const subjectId = newSubject()
      await reserve(subjectId, 2)
      const [settled, released] = await Promise.all([settle(subjectId, 2), release(subjectId)])
      expect(settled.status === 'settled').toBe(released.status === 'already_settled')
    }
    await expectSound()
  })

  test('more than was reserved, or nothing reserved, is refused and moves nothing', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 10)
    await expect(settle(subjectId, 11)).rejects.toThrow('Cannot debit 11 of 10')
    await expect(settle('thing_unknown', 1)).rejects.toMatchObject({ code: 'not_found' })
    expect(await left()).toBe(15)
    await expectSound()
  })
})

describe('refunding some', () => {
  test('parts at the same time are together never more than the debit, and the whole is what they left', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 10)
    await expect(refundSome(subjectId, 'early', 1)).rejects.toMatchObject({ code: 'conflict' })
    await settle(subjectId, 10)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, async (_, i) => await refundSome(subjectId, `part-${i}`, 3)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await left()).toBe(24)
    await expectSound()
    expect(await refund(subjectId, days(60))).toMatchObject({ status: 'refunded', amount: 1 })
    expect(await refund(subjectId, days(60))).toEqual({ status: 'already_refunded' })
    await expect(refundSome(subjectId, 'late', 1)).rejects.toMatchObject({ code: 'conflict' })
    expect(await left()).toBe(25)
    await expectSound()
  })

  test('a part is given back once, and a whole number above nothing', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 10)
    await settle(subjectId, 10)
    await refundSome(subjectId, 'part', 2)
    await expect(refundSome(subjectId, 'part', 2)).rejects.toMatchObject({ code: 'conflict' })
    for (const amount of [0, -1, 1.5]) await expect(refundSome(subjectId, 'other', amount)).rejects.toThrow()
    expect(await left()).toBe(17)
    await expectSound()
  })
})

describe('refunding', () => {
  const spend = async (amount: number) => {
    const subjectId = newSubject()
    await reserve(subjectId, amount)
    await settle(subjectId, amount)
    return subjectId
  }

  test('gives back what was debited, once, though its lot has ended', async () => {
    const subjectId = await spend(20)
    const outcomes = await times(3, () => refund(subjectId, days(60), days(40)))
    expect(outcomes.filter(({ status }) => status === 'refunded')).toHaveLength(1)
    expect(await left(days(40))).toBe(20)
    expect(await left(days(60))).toBe(0)
    await expectSound()
  })

  test('lasts as long as the longest lot it was paid with, and until the given day at least', async () => {
    const endOf = async (subjectId: string) => {
      await refund(subjectId, days(20))
      const { database } = current()
      const [lot] = await database.db.select().from(creditLots).where(eq(creditLots.period, subjectId))
      return lot?.expiresAt
    }
    await promo(3, 'short', days(2))
    expect(await endOf(await spend(3))).toEqual(days(20))
    expect(await endOf(await spend(5))).toEqual(days(28))
    await promo(40, 'never', null)
    expect(await endOf(await spend(30))).toBeNull()
    await expectSound()
  })

  test('gives nothing back for what was not debited', async () => {
    const subjectId = newSubject()
    await reserve(subjectId, 20)
    expect(await refund(subjectId, days(60), start)).toEqual({ status: 'nothing_debited' })
  })
})
