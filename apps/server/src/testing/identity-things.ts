import { accounts } from '@freeor/accounts/tables'
import { newId } from '@freeor/kernel/ids'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** An identity that is linked to the person, at an issuer that is not set up. Gives its id. */
export async function addIdentityOf(
  { deps: { db, clock } }: TestSystem,
  { userId }: Person,
): Promise<string> {
  const now = clock.now()
  const id = newId('acc')
  const row = { id, userId, providerId: 'https://login.example.com', accountId: newId('sub') }
  await db.insert(accounts).values({ ...row, createdAt: now, updatedAt: now })
  return id
}
