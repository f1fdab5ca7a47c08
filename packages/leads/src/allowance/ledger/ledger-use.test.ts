import { proveCompanyScope } from '@freeor/accounts/scope'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundDebit, reserveCredits, settleReservation } from '../reservations/commands.ts'
import { leadCompany } from '../testing.ts'
import { readLedgerUse } from './queries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => await database.close())

test('each day of the running period up to today shows what was used less what was given back', async () => {
  const { db } = database
  const begun = new Date('2026-03-31T22:00:00Z')
  const { companyId, userId } = await leadCompany(db, { planID: 'freeor_pro', now: begun })
  const use = async (downloadId: string, amount: number, iso: string) =>
    await db.transaction(async (tx) => {
      const now = new Date(iso)
      await reserveCredits(tx, { companyId, userId, downloadId, amount, rows: amount, now })
      await settleReservation(tx, { downloadId, amount, fileName: 'x.csv', now })
    })
  await use('dl_a', 10, '2026-03-31T23:30:00Z')
  await use('dl_b', 5, '2026-04-02T00:00:00Z')
  await use('dl_c', 7, '2026-04-02T23:59:59Z')
  await db.transaction((tx) =>
    refundDebit(tx, { downloadId: 'dl_b', userId, reason: 'Broken', now: new Date('2026-04-02T10:00:00Z') }),
  )
  const actor = {
    kind: 'user' as const,
    userId,
    email: '',
    name: '',
    emailVerified: true,
    superAdmin: false,
    sessionId: '',
  }
  const scope = await proveCompanyScope(db, actor)
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
