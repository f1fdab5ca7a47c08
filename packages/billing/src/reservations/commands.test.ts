import { proveCompanyScope } from '@freeor/accounts/scope'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addLot, grantCycleLot, grantDueLots } from '../commands.ts'
import { checkLedger } from '../ledger/queries.ts'
import type { PlanId } from '../plans.ts'
import { listLedger, readAllowance } from '../queries.ts'
import { creditLedger, creditLots, customers } from '../tables.ts'
import { leadCompany } from '../testing.ts'
import { refundDebit, releaseReservation, reserveCredits, settleReservation } from './commands.ts'

const start = new Date('2026-01-31T10:00:00Z')
const days = (n: number) => new Date(start.getTime() + n * 86_400_000)
let database: TestDatabase
let company: { companyId: string; userId: string }
let counter = 0

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
})
beforeEach(async () => {
  company = await open('freeor_free')
})

const open = (planID: PlanId) => leadCompany(database.db, { planID, now: start })
const newDownload = () => {
  counter += 1
  return `dl_${counter}`
}
const reserve = (downloadId: string, amount: number, now = start) =>
  database.db.transaction((tx) => reserveCredits(tx, { ...company, downloadId, amount, now }))
const settle = (downloadId: string, amount: number, now = start) =>
  database.db.transaction((tx) => settleReservation(tx, { downloadId, amount, fileName: 'leads.csv', now }))
const release = (downloadId: string, now = start) =>
  database.db.transaction((tx) => releaseReservation(tx, { downloadId, reason: 'failed', now }))
const remaining = async (now = start) => (await readAllowance(database.db, company, now)).leadsRemaining
const promo = (amount: number, period: string, expiresAt: Date | null) =>
  addLot(database.db, {
    companyId: company.companyId,
    kind: 'promo',
    period,
    amount,
    startsAt: start,
    expiresAt,
    now: start,
  })
const expectSound = async () => expect(await checkLedger(database.db)).toEqual([])

describe('reserving', () => {
  test('fifty at once with credit for three hold three', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => reserve(newDownload(), 8)))
    expect(outcomes.filter(({ status }) => status === 'reserved')).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 'insufficient')).toHaveLength(47)
    expect(await remaining()).toBe(1)
    await expectSound()
  })

  test('fifty at once for one download hold its credits once', async () => {
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
      .where(eq(creditLedger.downloadId, downloadId))
      .orderBy(creditLedger.sequence)
    expect(debits).toEqual([
      { period: 'soon', amount: -5 },
      { period: start.toISOString(), amount: -25 },
      { period: 'never', amount: -2 },
    ])
    await expectSound()
  })

  test('refuses the same download with another amount, another company, or once given up', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 5)
    await expect(reserve(downloadId, 6)).rejects.toMatchObject({ code: 'conflict' })
    const first = company
    company = await open('freeor_free')
    await expect(reserve(downloadId, 5)).rejects.toMatchObject({ code: 'conflict' })
    company = first
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

  test('twenty times at once debits once', async () => {
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

  test('more than was reserved, or nothing reserved, is refused and moves nothing', async () => {
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
  test('gives back what was debited, once, whatever became of the lot', async () => {
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

  test('of a download that was not debited is nothing', async () => {
    const downloadId = newDownload()
    await reserve(downloadId, 20)
    const input = { downloadId, userId: company.userId, reason: 'no', now: start }
    expect(await database.db.transaction((tx) => refundDebit(tx, input))).toEqual({
      status: 'nothing_debited',
    })
  })
})

describe('granting', () => {
  const grant = (now: Date) => database.db.transaction((tx) => grantCycleLot(tx, { ...company, now }))

  test('fifty at once grant one lot', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => grant(days(30))))
    expect(outcomes.filter(({ status }) => status === 'granted')).toHaveLength(1)
    await expectSound()
  })

  test('a clock moved 40 days either way and back grants one lot a period and takes none away', async () => {
    for (const shift of [0, 40, 0, -40, 0, 40, 0]) {
      await grantDueLots(database.db, days(shift))
      await grant(days(shift))
    }
    expect(await remaining(days(0))).toBe(25)
    expect(await remaining(days(-40))).toBe(25)
    expect(await remaining(days(40))).toBe(25)
    const lots = await database.db
      .select()
      .from(creditLots)
      .where(eq(creditLots.companyId, company.companyId))
    expect(lots).toHaveLength(2)
    expect(await reserve(newDownload(), 26)).toMatchObject({ status: 'insufficient' })
    await expectSound()
  })

  test('reading an allowance counts the new period before its lot exists, and writes nothing', async () => {
    expect(await remaining(days(28))).toBe(25)
    const lots = () =>
      database.db.select().from(creditLots).where(eq(creditLots.companyId, company.companyId))
    expect(await lots()).toHaveLength(1)
    expect(await reserve(newDownload(), 25, days(28))).toEqual({ status: 'reserved' })
    expect(await lots()).toHaveLength(2)
    expect(await remaining(days(28))).toBe(0)
  })

  test('what is left rolls over on plans that say so, and only there', async () => {
    expect(await remaining(days(70))).toBe(25)
    company = await open('freeor_pro')
    await grant(days(30))
    expect(await remaining(days(30))).toBe(10_000)
    expect(await reserve(newDownload(), 6000, days(30))).toEqual({ status: 'reserved' })
    expect(await remaining(days(30))).toBe(4000)
  })

  test('the job grants each active customer once', async () => {
    await grantDueLots(database.db, days(29))
    expect(await grantDueLots(database.db, days(29))).toEqual({ granted: 0, writtenOff: 0 })
    await expectSound()
  })

  test('an allowance has the fields the plan promises', async () => {
    expect(await readAllowance(database.db, company, start)).toEqual({
      planID: 'freeor_free',
      planName: 'Freeor Free',
      subscription_status: 'active',
      active: true,
      leads: 25,
      leadsRemaining: 25,
      downloadLimit: 25,
      includesRollover: false,
      searchSuppressions: false,
      seats: 0,
      billing_cycle_anchor: start.getTime() / 1000,
      periodEnd: '2026-02-28T10:00:00.000Z',
      nextLeadsAt: '2026-02-28T10:00:00.000Z',
    })
  })

  test('an allowance of a subscription that has ended gives nothing more; what was given apart stays', async () => {
    await promo(7, 'kept', null)
    const set = (values: Partial<typeof customers.$inferInsert>) =>
      database.db.update(customers).set(values).where(eq(customers.companyId, company.companyId))
    await set({ cancelAtPeriodEnd: true })
    expect(await readAllowance(database.db, company, start)).toMatchObject({ leads: 25, nextLeadsAt: null })
    await set({ subscriptionStatus: 'canceled' })
    expect(await readAllowance(database.db, company, days(40))).toMatchObject({
      active: false,
      leads: 0,
      leadsRemaining: 7,
      downloadLimit: 0,
      seats: 0,
      nextLeadsAt: null,
    })
  })
})

test('the ledger names who, when, which file and which lot, to its own company only', async () => {
  const downloadId = newDownload()
  await reserve(downloadId, 20)
  await settle(downloadId, 20)
  const actor = {
    kind: 'user',
    userId: company.userId,
    email: '',
    name: '',
    emailVerified: true,
    superAdmin: false,
    sessionId: 'ses_1',
  } as const
  const scope = await proveCompanyScope(database.db, actor)
  const lines = await listLedger(database.db, scope, { limit: 10 })
  expect(lines).toMatchObject([
    {
      kind: 'debit',
      amount: -20,
      downloadId,
      fileName: 'leads.csv',
      userId: company.userId,
      lotKind: 'cycle',
    },
    { kind: 'grant', amount: 25, lotKind: 'cycle', at: start.toISOString() },
  ])
  const [newest] = lines
  expect(await listLedger(database.db, scope, { limit: 10, before: newest?.sequence ?? 0 })).toHaveLength(1)
  const stranger = await open('freeor_free')
  const foreign = await proveCompanyScope(database.db, { ...actor, userId: stranger.userId })
  expect(await listLedger(database.db, foreign, { limit: 10 })).toHaveLength(1)
})

describe('checkLedger', () => {
  /** What is found after one company's rows were falsified, in a transaction that is rolled back. */
  async function findingsAfter(falsify: (companyId: string) => SQL): Promise<unknown> {
    company = await open('freeor_free')
    const downloadId = newDownload()
    await reserve(downloadId, 15)
    await settle(downloadId, 10)
    await reserve(newDownload(), 5)
    const findings = database.db.transaction(async (tx) => {
      await tx.execute(falsify(company.companyId))
      throw await checkLedger(tx)
    })
    const found = await findings.catch((violations: unknown) => violations)
    return Array.isArray(found) ? found.map(({ invariant }) => invariant) : found
  }

  test('finds credits from nowhere', async () => {
    const falsify = (id: string) => sql`UPDATE credit_lots SET "left" = "left" + 1 WHERE company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I1'])
  })

  test('finds a debit that was lost', async () => {
    const falsify = (id: string) => sql`DELETE FROM credit_ledger WHERE kind = 'debit' AND company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I1', 'I3'])
  })

  test('finds credits held for nothing', async () => {
    const falsify = (id: string) =>
      sql`UPDATE credit_reservations SET state = 'released' WHERE state = 'held' AND company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I1'])
  })

  test('finds a debit that no reservation speaks of', async () => {
    const falsify = (id: string) =>
      sql`UPDATE credit_ledger SET download_id = 'dl_other' WHERE kind = 'debit' AND company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I3', 'I3'])
  })

  test('finds spending of expired credits', async () => {
    const falsify = (id: string) =>
      sql`UPDATE credit_lots SET expires_at = created_at WHERE company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I11', 'I11'])
  })
})
