import { newId } from '@freeor/kernel/ids'
import { searchAlerts } from '@freeor/leads/alerts/tables'
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

/** A saved search of which this person is told what is new. Gives the search's id. */
export async function addAlert(
  system: TestSystem,
  as: Pick<Person, 'userId' | 'companyId'>,
): Promise<string> {
  const searchId = await addSavedSearch(system, as)
  const { userId, companyId } = as
  await system.deps.db.insert(searchAlerts).values({
    ...{ searchId, userId, companyId, rhythm: 'daily', evaluatedVersion: 1 },
    createdAt: system.deps.clock.now(),
  })
  return searchId
}
