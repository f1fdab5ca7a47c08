import { customers } from '@freeor/billing/tables'
import { creditLedger, creditLots } from '@freeor/credits/tables'
import type { TestDatabase } from '@freeor/testing/postgres'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { grantDueLots } from '../commands.ts'
import { openLedgerFixture } from '../testing.ts'
import { refundDebit } from './commands.ts'

const {
  current,
  start,
  days,
  open,
  become,
  newDownload,
  reserve,
  settle,
  release,
  remaining,
  promo,
  expectSound,
} = openLedgerFixture()
let database: TestDatabase
let company: ReturnType<typeof current>['company']

beforeEach(() => {
  ;({ database, company } = current())
})

describe('reserving', () => {
  test('of fifty at the same time with credit for three, three hold credits', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => reserve(newDownload(), 8)))
    expect(outcomes.filter(({ status }) => status === 'reserved')).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 'insufficient')).toHaveLength(47)
    expect(await remaining()).toBe(1)
    await expectSound()
  })

  test('fifty at the same time for one download hold its credits once', async () => {
    const downloadId = newDownload()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => reserve(downloadId, 8)))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['reserved']))
    expect(await remaining()).toBe(17)
    await expectSound()
  })

  test('says what is left when it is not enough, and holds nothing', async () => {
    expect(await reserve(newDownload(), 26)).toEqual({ status: 'insufficient', leadsRemaining: 25 })
    expect(await remaining()).toBe(25)
  })

  test('spends what expires soonest first and what never expires last', async () => {
    await promo(5, 'never', null)
    await promo(5, 'soon', days(3))
    const downloadId = newDownload()
    await reserve(downloadId, 32)
    await settle(downloadId, 32)
    const debits = await database.db
      .select({ period: creditLots.period, amount: creditLedger.amount })
      .from(creditLedger)
      .innerJoin(creditLots, eq(creditLots.id, creditLedger.lotId))
      .where(eq(creditLedger.subjectId, downloadId))
      .orderBy(creditLedger.sequence)
    expect(debits).toEqual([
      { period: 'soon', amount: -5 },
      { period: start.toISOString(), amount: -25 },
      { period: 'never', amount: -2 },
    ])
    await expectSound()
  })

  test('refuses the same download with another amount, by another company, or after it was given up', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 5)
    await expect(reserve(downloadId, 6)).rejects.toMatchObject({ code: 'conflict' })
    const first = company
    company = become(await open('freeor_free'))
    await expect(reserve(downloadId, 5)).rejects.toMatchObject({ code: 'conflict' })
    company = become(first)
    await release(downloadId)
    await expect(reserve(downloadId, 5)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a download of no new leads costs nothing', async () => {
    const downloadId = newDownload()
    expect(await reserve(downloadId, 0)).toEqual({ status: 'reserved' })
    expect(await settle(downloadId, 0)).toEqual({ status: 'settled', amount: 0 })
    expect(await remaining()).toBe(25)
    await expectSound()
  })

  test('is refused once the subscription was canceled', async () => {
    await database.db
      .update(customers)
      .set({ subscriptionStatus: 'canceled' })
      .where(eq(customers.companyId, company.companyId))
    await expect(reserve(newDownload(), 1)).rejects.toMatchObject({ code: 'payment_required' })
    expect(await grantDueLots(database.db, days(40))).toMatchObject({ writtenOff: 0 })
    expect(await remaining(days(40))).toBe(0)
  })
})

describe('settling', () => {
  test('debits exactly the rows of the file and gives the rest back', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 20)
    expect(await remaining()).toBe(5)
    expect(await settle(downloadId, 13)).toEqual({ status: 'settled', amount: 13 })
    expect(await remaining()).toBe(12)
    await expectSound()
  })

  test('twenty times at the same time debits once', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 10)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => settle(downloadId, 10)))
    expect(outcomes.filter(({ status }) => status === 'settled')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'already_settled')).toHaveLength(19)
    expect(await remaining()).toBe(15)
    await expectSound()
  })

  test('after a release debits nothing', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 10)
    expect(await release(downloadId)).toEqual({ status: 'released', amount: 10 })
    expect(await release(downloadId)).toEqual({ status: 'already_released' })
    expect(await settle(downloadId, 10)).toEqual({ status: 'released' })
    expect(await remaining()).toBe(25)
    await expectSound()
  })

  test('against a release at the same time, one of the two wins', async () => {
    for (let n = 0; n < 5; n += 1) {
      const downloadId = newDownload()
      await reserve(downloadId, 2)
      const [settled, released] = await Promise.all([settle(downloadId, 2), release(downloadId)])
      expect(settled.status === 'settled').toBe(released.status === 'already_settled')
    }
    await expectSound()
  })

  test('more than was reserved, or without a reservation, is refused and moves nothing', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 10)
    await expect(settle(downloadId, 11)).rejects.toThrow('Cannot debit 11 of 10')
    await expect(settle('dl_unknown', 1)).rejects.toMatchObject({ code: 'not_found' })
    expect(await remaining()).toBe(15)
    await expectSound()
  })

  test('works after the lot expired, and what is given back then is written off in time', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 20, days(27))
    expect(await settle(downloadId, 15, days(29))).toMatchObject({ status: 'settled' })
    expect(await remaining(days(29))).toBe(25)
    await expectSound()
    await grantDueLots(database.db, days(100))
    const lines = await database.db
      .select()
      .from(creditLedger)
      .where(sql`${creditLedger.companyId} = ${company.companyId} AND ${creditLedger.kind} = 'expiry'`)
    expect(lines.map(({ amount }) => amount)).toContain(-10)
    await expectSound()
  })
})

describe('refunding', () => {
  test('gives back what was debited, once, even if the lot has expired', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 20)
    await settle(downloadId, 20)
    const refund = () =>
      database.db.transaction((tx) =>
        refundDebit(tx, { downloadId, userId: company.userId, reason: 'broken file', now: days(40) }),
      )
    const outcomes = await Promise.all([refund(), refund(), refund()])
    expect(outcomes.filter(({ status }) => status === 'refunded')).toHaveLength(1)
    expect(await remaining(days(40))).toBe(45)
    await expectSound()
  })

  test('lasts as long as what it was paid with, and through the next billing period at least', async () => {
    const expiryOf = async (downloadId: string, now: Date) => {
      await database.db.transaction((tx) =>
        refundDebit(tx, { downloadId, userId: company.userId, reason: 'broken file', now }),
      )
      const [lot] = await database.db.select().from(creditLots).where(eq(creditLots.period, downloadId))
      return lot?.expiresAt ?? null
    }
    const download = async (amount: number) => {
      const downloadId = newDownload()
      await reserve(downloadId, amount)
      await settle(downloadId, amount)
      return downloadId
    }
    const ofTheMonth = await download(5)
    expect(await expiryOf(ofTheMonth, days(10))).toEqual(new Date('2026-03-31T10:00:00Z'))
    expect(await remaining(days(58))).toBe(25 + 5)
    expect(await remaining(days(60))).toBe(25)
    // Of the month 20 are left and 5 were given back: two come from the longer lot.
    await promo(3, 'long', days(200))
    expect(await expiryOf(await download(27), days(10))).toEqual(days(200))
    await promo(40, 'never', null)
    expect(await expiryOf(await download(30), days(10))).toBeNull()
    await expectSound()
  })

  test('of a download that was not debited gives nothing', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 20)
    const input = { downloadId, userId: company.userId, reason: 'no', now: start }
    expect(await database.db.transaction((tx) => refundDebit(tx, input))).toEqual({
      status: 'nothing_debited',
    })
  })
})
