import { newId } from '@freeor/kernel/ids'
import { suppressionLists } from '@freeor/leads/suppression/tables'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** A list of one address that means nobody, without its entry in the engine; deleted when a time is given. */
export async function addSuppressionListOf(
  { deps }: TestSystem,
  as: Person,
  deletedAt?: Date,
): Promise<string> {
  const id = newId('sup')
  const email = { id: 'email', form: 'email', kind: 'email', leads: 0, proposed: false } as const
  await deps.db.insert(suppressionLists).values({
    id,
    companyId: as.companyId,
    userId: as.userId,
    name: 'Do not call',
    state: 'found',
    entries: [{ form: 'email', count: 1 }],
    unread: 0,
    profiles: [email],
    createdAt: deps.clock.now(),
    deletedAt: deletedAt ?? null,
  })
  return id
}
