import { newId } from '@freeor/kernel/ids'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { firmsDictId } from './firms.ts'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** A saved search of this person, also of one who may not save any more. Gives its id. */
export async function addSavedSearch(
  { deps }: TestSystem,
  { userId }: Pick<Person, 'userId'>,
  deletedAt: Date | null = null,
): Promise<string> {
  const id = newId('srch')
  const now = deps.clock.now()
  await deps.db.insert(savedSearches).values({
    id,
    userId,
    dictId: firmsDictId,
    searchName: 'Kept',
    filter: '',
    dslFilter: 'state:TX',
    queryUrl: '/search/firms?dslFilter=state%3ATX',
    count: 1,
    dataVersion: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt,
  })
  return id
}
