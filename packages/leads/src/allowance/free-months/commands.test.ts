import { companyWith } from '@freeor/billing/testing'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { grantCycleLot, openLeadCustomer } from '../commands.ts'
import { readAllowance } from '../queries.ts'
import { followAddress } from './commands.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())

const start = new Date('2026-01-31T10:00:00Z')
const nextMonth = new Date('2026-03-01T10:00:00Z')

const open = async (addressKey: string, now: Date) =>
  await companyWith(database.db, { planID: 'freeor_free', now }, (tx, company) =>
    openLeadCustomer(tx, { ...company, addressKey }),
  )

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  return rows.length > 0
}

test('a change of address waits for a grant under the old one, which then counts for the new one', async () => {
  const { db } = database
  const { companyId } = await open('key of the old address', start)
  const changed = Promise.withResolvers<void>()
  await db.transaction(async (tx) => {
    expect(await grantCycleLot(tx, { companyId, now: nextMonth })).toMatchObject({ status: 'granted' })
    const companyIds = [companyId]
    db.transaction((other) =>
      followAddress(other, { companyIds, addressKey: 'key of the new address' }),
    ).then(changed.resolve, changed.reject)
    await vi.waitUntil(isSomebodyWaiting, { timeout: 60_000, interval: 20 })
  })
  await changed.promise
  const other = await open('key of the new address', nextMonth)
  expect((await readAllowance(db, other, nextMonth)).leadsRemaining).toBe(0)
  expect((await readAllowance(db, { companyId }, nextMonth)).leadsRemaining).toBe(25)
})
