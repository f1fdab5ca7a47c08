import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { savedSearches } from '../saved-searches/tables.ts'
import type { SearchAlert } from './schema.ts'
import { searchAlerts } from './tables.ts'

/** What the person is told of, by the name of the search. */
export const listAlerts = async (
  tx: Tx,
  { userId }: Pick<CompanyScope, 'userId'>,
): Promise<SearchAlert[]> => {
  const { searchId, rhythm, createdAt } = searchAlerts
  const rows = await tx
    .select({ searchId, searchName: savedSearches.searchName, rhythm, createdAt })
    .from(searchAlerts)
    .innerJoin(savedSearches, eq(savedSearches.id, searchId))
    .where(and(eq(searchAlerts.userId, userId), isNull(savedSearches.deletedAt)))
    .orderBy(asc(savedSearches.searchName), asc(searchId))
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, timestamp: at.toISOString() }))
}
