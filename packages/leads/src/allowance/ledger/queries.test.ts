import { proveCompanyScope } from '@freeor/accounts/scope'
import type { TestDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { checkLedger } from '../health/queries.ts'
import { openLedgerFixture } from '../testing.ts'
import { listLedger } from './queries.ts'

const { current, start, open, newDownload, reserve, settle } = openLedgerFixture()
let database: TestDatabase
let company: ReturnType<typeof current>['company']

beforeEach(() => {
  ;({ database, company } = current())
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

test('a period that begins inside another one of the same plan is found', async () => {
  const { companyId } = company
  const found = database.db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO credit_lots
        (id, company_id, site, kind, period, origin, granted, "left", starts_at, expires_at, created_at)
      SELECT 'lot_inside', company_id, site, kind, 'inside', origin, 0, 0, starts_at + interval '1 day',
        expires_at, created_at
      FROM credit_lots WHERE company_id = ${companyId}`)
    throw await checkLedger(tx)
  })
  // The second is a lot that its ledger does not have.
  await expect(found.catch((violations: unknown) => violations)).resolves.toMatchObject([
    { invariant: 'I11', id: 'lot_inside', detail: expect.stringContaining('granted 0') },
    { invariant: 'I11', id: 'lot_inside', detail: expect.stringContaining('begins inside') },
  ])
})
