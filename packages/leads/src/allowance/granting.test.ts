import { customers } from '@freeor/billing/tables'
import { creditLots } from '@freeor/credits/tables'
import type { TestDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { grantCycleLot, grantDueLots } from './commands.ts'
import { readAllowance } from './queries.ts'
import { openLedgerFixture } from './testing.ts'

const { current, start, days, open, become, newDownload, reserve, remaining, promo, expectSound } =
  openLedgerFixture()
let database: TestDatabase
let company: ReturnType<typeof current>['company']

beforeEach(() => {
  ;({ database, company } = current())
})

describe('granting', () => {
  const grant = (now: Date) => database.db.transaction((tx) => grantCycleLot(tx, { ...company, now }))

  test('fifty at the same time grant one lot', async () => {
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

  test('one company that cannot be granted stops no other, and is reported', async () => {
    const broken = company
    const other = become(await open('freeor_free'))
    const setPlan = (planID: string) =>
      database.db.update(customers).set({ planID }).where(eq(customers.companyId, broken.companyId))
    await setPlan('plan_of_nobody')
    await expect(grantDueLots(database.db, days(30))).rejects.toThrow(broken.companyId)
    const lotsOf = ({ companyId }: typeof company) =>
      database.db.select().from(creditLots).where(eq(creditLots.companyId, companyId))
    expect(await lotsOf(other)).toHaveLength(2)
    await setPlan('freeor_free')
    await grantDueLots(database.db, days(30))
    expect(await lotsOf(broken)).toHaveLength(2)
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
    company = become(await open('freeor_pro'))
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
})

describe('an allowance', () => {
  test('has the fields the plan promises', async () => {
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

  test('of a subscription that has ended has nothing to spend; promotional leads wait for the next one', async () => {
    await promo(7, 'kept', null)
    const set = (values: Partial<typeof customers.$inferInsert>) =>
      database.db.update(customers).set(values).where(eq(customers.companyId, company.companyId))
    await set({ cancelAtPeriodEnd: true })
    expect(await readAllowance(database.db, company, start)).toMatchObject({ leads: 25, nextLeadsAt: null })
    await set({ subscriptionStatus: 'canceled' })
    expect(await readAllowance(database.db, company, days(40))).toMatchObject({
      active: false,
      leads: 0,
      leadsRemaining: 0,
      downloadLimit: 0,
      seats: 0,
      nextLeadsAt: null,
    })
    await set({ subscriptionStatus: 'active' })
    expect(await readAllowance(database.db, company, days(40))).toMatchObject({ leadsRemaining: 7 + 25 })
  })
})
