import { putSitesInPlace } from '@freeor/billing/billed-sites'
import { openBillingFixture, type Selling } from '@freeor/billing/subscriptions/testing'
import { companyWith } from '@freeor/billing/testing'
import { addLot } from '@freeor/credits/lots/commands'
import type { Database } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { grantDueLots, openLeadCustomer } from './commands.ts'
import { checkLedger } from './health/queries.ts'
import { leadBilling } from './lead-billing.ts'
import { readAllowance } from './queries.ts'
import { releaseReservation, reserveCredits, settleReservation } from './reservations/commands.ts'
import { leadsSite } from './site.ts'

/** A person with a company of their own that is a customer of Leads since `now`. */
export async function leadCompany(
  db: Database,
  company: { readonly planID: string; readonly now: Date },
): Promise<{ companyId: string; userId: string }> {
  putSitesInPlace([leadBilling])
  return await companyWith(db, company, openLeadCustomer)
}

/** Leads as a site that sells; billing is tested on it with the embedded provider. */
export const sellingLeads: Selling = {
  sites: [leadBilling],
  open: openLeadCustomer,
  work: grantDueLots,
  check: checkLedger,
}

/** As `openBillingFixture`, for Leads: also what is left and used of its leads. */
export function openLeadFixture() {
  const fixture = openBillingFixture(sellingLeads)
  let downloads = 0
  return {
    ...fixture,
    async left(): Promise<number> {
      const { database, asker, system } = fixture.current()
      return (await readAllowance(database.db, asker, system.clock.now())).leadsRemaining
    },
    /** Uses leads as a download does. */
    async use(amount: number): Promise<void> {
      const { database, system, asker } = fixture.current()
      downloads += 1
      const downloadId = `dl_${asker.companyId}_${downloads}`
      const outcome = await database.db.transaction((tx) =>
        reserveCredits(tx, { ...asker, downloadId, amount, rows: amount, now: system.clock.now() }),
      )
      expect(outcome).toEqual({ status: 'reserved' })
      system.clock.advance(1)
      await database.db.transaction((tx) =>
        settleReservation(tx, { downloadId, amount, fileName: 'x.csv', now: system.clock.now() }),
      )
    },
  }
}

type Company = { companyId: string; userId: string }

const start = new Date('2026-01-31T10:00:00Z')

/** One database; for each test a company on the free plan since 31 January 2026, and the actions on its credits. */
export function openLedgerFixture() {
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

  const open = (planID: string) => leadCompany(database.db, { planID, now: start })
  return {
    start,
    days: (n: number) => new Date(start.getTime() + n * 86_400_000),
    current: () => ({ database, company }),
    open,
    /** From now on the actions are on this company's credits. */
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
        site: leadsSite,
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
