import { fillEmptyTables } from '@freeor/testing/fill-tables'
import { type OldDatabase, openOldDatabase } from '@freeor/testing/old-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Every migration is applied to tables that have rows: one that only works where there are none is found here. */

let database: OldDatabase
beforeAll(async () => {
  database = await openOldDatabase()
})
afterAll(async () => await database.close())

/** What a table demands of several columns together. */
const special: Parameters<typeof fillEmptyTables>[1] = {
  // Keys and second factors of addresses that were never proven are removed on the way.
  users: { email_verified: 'true' },
  subscriptions: { status: "'active'" },
  invitations: { status: "'pending'", token_hash: "'a'", expires_at: 'now()' },
  share_links: { saved_search_id: '(SELECT id FROM saved_searches LIMIT 1)' },
  opt_outs: { key: "repeat('a', 32)" },
  download_approvals: { state: "'waiting'" },
  returned_leads: { state: "'open'", report_id: '(SELECT id FROM reports LIMIT 1)' },
  webhook_deliveries: { state: "'pending'" },
  webhook_attempts: { status: '200' },
}

test('each migration can be applied where every table has a row, and loses none', async () => {
  const lost: string[] = []
  const empty: string[] = []
  for (const migration of database.migrations) {
    const before = await database.countRows()
    await database.migrateTo(migration)
    const after = await database.countRows()
    for (const [table, rows] of before) if ((after.get(table) ?? 0) < rows) lost.push(`${migration} ${table}`)
    for (const [table, problem] of await fillEmptyTables(database.pool, special))
      empty.push(`${migration} ${table}: ${problem}`)
  }
  expect(empty).toEqual([])
  expect(lost).toEqual([])
})
