import { createAccount, ensureOwnCompany } from '@freeor/accounts/commands'
import { addLot } from '@freeor/credits/lots/commands'
import type { Database } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openLeadCustomer } from './commands.ts'
import { checkLedger } from './ledger/queries.ts'
import type { PlanId } from './plans.ts'
import { readAllowance } from './queries.ts'
import { releaseReservation, reserveCredits, settleReservation } from './reservations/commands.ts'

let counter = 0

/** A person with a company of their own that is a customer of the leads site since `now`. */
export async function leadCompany(
  db: Database,
  { planID, now }: { readonly planID: PlanId; readonly now: Date },
): Promise<{ companyId: string; userId: string }> {
  counter += 1
  const email = `customer${counter}@example.com`
  return await db.transaction(async (tx) => {
    const { userId } = await createAccount(tx, { email, name: 'Customer', passwordHash: 'none', now })
    const companyId = await ensureOwnCompany(tx, { userId, email, name: 'Customer', now }, (inner, company) =>
      openLeadCustomer(inner, { companyId: company.companyId, planID, now }),
    )
    return { companyId, userId }
  })
}

type Company = { companyId: string; userId: string }

const start = new Date('2026-01-31T10:00:00Z')

/** One database; for each test a company on the free plan since 31 January 2026, and what is done with its credits. */
export function openLedgerStage() {
  let database: TestDatabase
  let company: Company
  let downloads = 0

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
  return {
    start,
    days: (n: number) => new Date(start.getTime() + n * 86_400_000),
    current: () => ({ database, company }),
    open,
    /** From now on it is this company's credits. */
    become(other: Company): Company {
      company = other
      return company
    },
    newDownload() {
      downloads += 1
      return `dl_${downloads}`
    },
    reserve: (downloadId: string, amount: number, now = start) =>
      database.db.transaction((tx) => reserveCredits(tx, { ...company, downloadId, amount, rows: 0, now })),
    settle: (downloadId: string, amount: number, now = start) =>
      database.db.transaction((tx) =>
        settleReservation(tx, { downloadId, amount, fileName: 'leads.csv', now }),
      ),
    release: (downloadId: string, now = start) =>
      database.db.transaction((tx) => releaseReservation(tx, { downloadId, reason: 'failed', now })),
    remaining: async (now = start) => (await readAllowance(database.db, company, now)).leadsRemaining,
    promo: (amount: number, period: string, expiresAt: Date | null) =>
      addLot(database.db, {
        companyId: company.companyId,
        site: 'leads',
        kind: 'promo',
        period,
        amount,
        startsAt: start,
        expiresAt,
        now: start,
      }),
    expectSound: async () => expect(await checkLedger(database.db)).toEqual([]),
  }
}
