import { createAccount, ensureOwnCompany } from '@freeor/accounts/commands'
import { companies } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkCredits } from './health/queries.ts'
import { addLot } from './lots/commands.ts'
import { sumSpendable } from './lots/queries.ts'
import type { Balance } from './ports.ts'
import { refund, refundSome, release, reserve, settle } from './reservations/commands.ts'

export type Holder = { readonly userId: string; readonly balance: Balance }

const start = new Date('2026-01-31T10:00:00Z')
const days = (n: number) => new Date(start.getTime() + n * 86_400_000)

let counter = 0

/** One database; for each test a company with 25 credits that end after 28 days, and what is done with them. */
export function openCreditsFixture() {
  let database: TestDatabase
  let holder: Holder
  let subjects = 0

  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(async () => {
    await database.close()
  })
  beforeEach(async () => {
    holder = await open()
  })

  const open = async (): Promise<Holder> =>
    await database.db.transaction(async (tx) => {
      counter += 1
      const email = `holder${counter}@example.com`
      const { userId } = await createAccount(tx, { email, name: 'Holder', passwordHash: 'none', now: start })
      const company = { userId, email, name: 'Holder', now: start }
      const companyId = await ensureOwnCompany(tx, company, async () => undefined)
      const balance = { companyId, site: 'leads' as const }
      const lot = { kind: 'cycle' as const, period: 'first', amount: 25, startsAt: start, now: start }
      await addLot(tx, { ...balance, ...lot, expiresAt: days(28) })
      return { userId, balance }
    })

  /** Does it as a caller does: under a lock for the whole balance, here the company's row. */
  const locked = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    await database.db.transaction(async (tx) => {
      const { companyId } = holder.balance
      await tx
        .select({ id: companies.id })
        .from(companies)
        .where(eq(companies.id, companyId))
        .for('no key update')
      return await work(tx)
    })

  const at = (now: Date) => ({ now, startsBefore: days(365) })
  return {
    start,
    days,
    open,
    locked,
    current: () => ({ database, holder }),
    /** From now on it is this company's credits. */
    become(other: Holder): void {
      holder = other
    },
    newSubject() {
      subjects += 1
      return `thing_${subjects}`
    },
    reserve: async (subjectId: string, amount: number, now = start) =>
      await locked((tx) => reserve(tx, { ...holder, subjectId, amount }, at(now))),
    settle: async (subjectId: string, amount: number, now = start) =>
      await locked((tx) => settle(tx, { subjectId, subjectName: 'things.csv', amount, now })),
    release: async (subjectId: string, now = start) =>
      await locked((tx) => release(tx, { subjectId, reason: 'failed', now })),
    refundSome: async (subjectId: string, partId: string, amount: number) =>
      await locked((tx) =>
        refundSome(tx, { subjectId, partId, amount, reason: 'bad', lastsUntil: days(60), now: start }),
      ),
    refund: async (subjectId: string, lastsUntil: Date, now = start) =>
      await locked((tx) => refund(tx, { subjectId, reason: 'broken', lastsUntil, now })),
    left: async (now = start) => await sumSpendable(database.db, holder.balance, at(now)),
    promo: async (amount: number, period: string, expiresAt: Date | null) => {
      const lot = { kind: 'promo' as const, period, amount, startsAt: start, expiresAt, now: start }
      return await database.db.transaction(async (tx) => await addLot(tx, { ...holder.balance, ...lot }))
    },
    expectSound: async () => expect(await checkCredits(database.db)).toEqual([]),
  }
}
