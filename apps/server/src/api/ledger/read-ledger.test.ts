import { companyMembers } from '@freeor/accounts/tables'
import type { LedgerEntry } from '@freeor/leads/allowance/schema'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
})

afterAll(async () => await fixture.close())

async function debits(): Promise<LedgerEntry[]> {
  const { body } = await fixture.call('GET', '/api/ledger', {
    as: fixture.people.owner,
  })
  return body.entries.filter(({ kind }) => kind === 'debit')
}

test('each entry says which member did it, by id and email; a member who has left, by id only', async () => {
  const { owner, member } = fixture.people
  await download(fixture, owner, { limit: 2 })
  await download(fixture, member, { limit: 3, offset: 10 })
  expect(await debits()).toMatchObject([
    { amount: -3, userId: member.userId, userEmail: member.email },
    { amount: -2, userId: owner.userId, userEmail: owner.email },
  ])
  await fixture.deps.db.delete(companyMembers).where(eq(companyMembers.userId, member.userId))
  expect(await debits()).toMatchObject([
    { amount: -3, userId: member.userId, userEmail: null },
    { amount: -2, userId: owner.userId, userEmail: owner.email },
  ])
})
