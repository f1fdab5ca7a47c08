import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openCreditsFixture } from '../testing.ts'
import { checkCredits } from './queries.ts'

const { current, newSubject, reserve, settle } = openCreditsFixture()

describe('checkCredits', () => {
  /** What is found after one company's rows were falsified, in a transaction that is rolled back. */
  async function findingsAfter(falsify: (companyId: string) => SQL): Promise<unknown> {
    const { database, holder } = current()
    const subjectId = newSubject()
    await reserve(subjectId, 15)
    await settle(subjectId, 10)
    await reserve(newSubject(), 5)
    const findings = database.db.transaction(async (tx) => {
      await tx.execute(falsify(holder.balance.companyId))
      throw await checkCredits(tx)
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

  test('finds a debit without a reservation', async () => {
    const falsify = (id: string) =>
      sql`UPDATE credit_ledger SET subject_id = 'thing_other' WHERE kind = 'debit' AND company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I3', 'I3'])
  })

  test('finds spending of expired credits', async () => {
    const falsify = (id: string) =>
      sql`UPDATE credit_reservation_parts part SET lot_expires_at = r.created_at
        FROM credit_reservations r WHERE r.id = part.reservation_id AND r.company_id = ${id}`
    expect(await findingsAfter(falsify)).toEqual(['I11', 'I11'])
  })
})
