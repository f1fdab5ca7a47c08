import { proveCompanyScope } from '@freeor/accounts/scope'
import type { TestDatabase } from '@freeor/testing/postgres'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { listLedger } from '../queries.ts'
import { openLedgerStage } from '../testing.ts'
import { checkLedger } from './queries.ts'

const { current, start, open, become, newDownload, reserve, settle } = openLedgerStage()
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

describe('checkLedger', () => {
  /** What is found after one company's rows were falsified, in a transaction that is rolled back. */
  async function findingsAfter(falsify: (companyId: string) => SQL): Promise<unknown> {
    company = become(await open('freeor_free'))
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
      sql`UPDATE credit_reservation_parts part SET lot_expires_at = r.created_at
        FROM credit_reservations r WHERE r.id = part.reservation_id AND r.company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I11', 'I11'])
  })
})
