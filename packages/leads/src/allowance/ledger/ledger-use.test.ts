import { proveCompanyScope } from '@freeor/accounts/scope'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundDebit, reserveCredits, settleReservation } from '../reservations/commands.ts'
import { leadCompany } from '../testing.ts'
import { readLedgerUse, readUseOverTime } from './queries.ts'

type Payer = { readonly companyId: string; readonly userId: string }

let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => await database.close())

/** A file of so many leads, paid. */
async function use(
  { companyId, userId }: Payer,
  { downloadId, amount, at }: { downloadId: string; amount: number; at: string },
): Promise<void> {
  await database.db.transaction(async (tx) => {
    const now = new Date(at)
    await reserveCredits(tx, { companyId, userId, downloadId, amount, rows: amount, now })
    await settleReservation(tx, { downloadId, amount, fileName: 'x.csv', now })
  })
}

const refund = async (userId: string, downloadId: string, at: string) =>
  await database.db.transaction(
    async (tx) => await refundDebit(tx, { downloadId, userId, reason: 'Broken', now: new Date(at) }),
  )

const scopeOf = async (userId: string) =>
  await proveCompanyScope(database.db, {
    ...{ kind: 'user', userId, email: '', name: '', emailVerified: true, superAdmin: false, sessionId: '' },
  })

test('each day of the running period up to today shows what was used less what was given back', async () => {
  const { db } = database
  const begun = new Date('2026-03-31T22:00:00Z')
  const { companyId, userId } = await leadCompany(db, { planID: 'freeor_pro', now: begun })
  const payer = { companyId, userId }
  await use(payer, { downloadId: 'dl_a', amount: 10, at: '2026-03-31T23:30:00Z' })
  await use(payer, { downloadId: 'dl_b', amount: 5, at: '2026-04-02T00:00:00Z' })
  await use(payer, { downloadId: 'dl_c', amount: 7, at: '2026-04-02T23:59:59Z' })
  await refund(userId, 'dl_b', '2026-04-02T10:00:00Z')
  const scope = await scopeOf(userId)
  expect(await readLedgerUse(db, scope, new Date('2026-04-03T08:00:00Z'))).toEqual({
    period_start: '2026-03-31T22:00:00.000Z',
    period_end: '2026-04-30T22:00:00.000Z',
    days: [
      { day: '2026-03-31', used: 10 },
      { day: '2026-04-01', used: 0 },
      { day: '2026-04-02', used: 7 },
      { day: '2026-04-03', used: 0 },
    ],
  })
  const next = await readLedgerUse(db, scope, new Date('2026-04-30T22:00:00Z'))
  expect(next.days).toEqual([{ day: '2026-04-30', used: 0 }])
})

test('twelve months by month and by person add up to the ledger; a refund counts against whoever had used it', async () => {
  const { db } = database
  const { companyId, userId } = await leadCompany(db, {
    planID: 'freeor_biz',
    now: new Date('2025-01-01T00:00:00Z'),
  })
  const other = await leadCompany(db, { planID: 'freeor_pro', now: new Date('2025-01-01T00:00:00Z') })
  const colleague = { companyId, userId: other.userId }
  const owner = { companyId, userId }
  await use(owner, { downloadId: 'dl_long_ago', amount: 3, at: '2025-04-30T23:59:59Z' })
  await use(owner, { downloadId: 'dl_may', amount: 10, at: '2025-05-01T00:00:00Z' })
  await use(colleague, { downloadId: 'dl_march', amount: 8, at: '2026-03-31T23:59:59Z' })
  await use(colleague, { downloadId: 'dl_april', amount: 6, at: '2026-04-01T00:00:00Z' })
  await use({ ...other }, { downloadId: 'dl_elsewhere', amount: 9, at: '2026-04-01T00:00:00Z' })
  await refund(userId, 'dl_march', '2026-04-02T00:00:00Z')
  const { months, people } = await readUseOverTime(
    db,
    await scopeOf(userId),
    new Date('2026-04-03T08:00:00Z'),
  )
  expect(months.map(({ month }) => month)).toEqual([
    ...['2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10'],
    ...['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'],
  ])
  expect(months.filter(({ used }) => used !== 0)).toEqual([
    { month: '2025-05', used: 10 },
    { month: '2026-03', used: 8 },
    { month: '2026-04', used: -2 },
  ])
  // The colleague is no member of this company.
  expect(people.map(({ used }) => used)).toEqual([10, 6])
  expect(people[1]?.name).toBeNull()
  const sum = (of: readonly { used: number }[]) => of.reduce((all, { used }) => all + used, 0)
  expect(sum(people)).toBe(sum(months))
})
