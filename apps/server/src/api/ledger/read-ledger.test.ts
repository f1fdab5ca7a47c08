import { companyMembers } from '@freeor/accounts/tables'
import type { LedgerEntry } from '@freeor/leads/allowance/schema'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { download, openWorld, type World } from '../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({ firms: 40 })
})

afterAll(async () => await world.close())

async function debits(): Promise<LedgerEntry[]> {
  const { body } = await world.call<{ entries: LedgerEntry[] }>('GET', '/api/ledger', {
    as: world.people.owner,
  })
  return body.entries.filter(({ kind }) => kind === 'debit')
}

test('each entry says which member did it, by id and email; whoever has left is an id', async () => {
  const { owner, member } = world.people
  await download(world, owner, { limit: 2 })
  await download(world, member, { limit: 3, offset: 10 })
  expect(await debits()).toMatchObject([
    { amount: -3, userId: member.userId, userEmail: member.email },
    { amount: -2, userId: owner.userId, userEmail: owner.email },
  ])
  await world.deps.db.delete(companyMembers).where(eq(companyMembers.userId, member.userId))
  expect(await debits()).toMatchObject([
    { amount: -3, userId: member.userId, userEmail: null },
    { amount: -2, userId: owner.userId, userEmail: owner.email },
  ])
})
