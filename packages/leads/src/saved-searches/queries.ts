import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { Column, SavedSearch } from '../schema.ts'
import { missingColumns } from './missing-columns.ts'
import { savedSearches } from './tables.ts'

type Row = typeof savedSearches.$inferSelect

/** Each search with its dictionary's present columns; null when there is no dictionary any more. */
const selectWithColumns = (tx: Tx) =>
  tx
    .select({ search: savedSearches, columns: datasetVersions.columns })
    .from(savedSearches)
    .leftJoin(datasets, eq(datasets.dictId, savedSearches.dictId))
    .leftJoin(
      datasetVersions,
      and(eq(datasetVersions.dictId, datasets.dictId), eq(datasetVersions.version, datasets.currentVersion)),
    )

export function toSavedSearch(row: Row, columns: readonly Column[] | null): SavedSearch {
  const { id, userId, dictId, searchName, filter, dslFilter, queryUrl, count, createdAt } = row
  return {
    id,
    uid: userId,
    searchName,
    geographyParams: dslFilter,
    searchParams: filter,
    queryUrl: { url: queryUrl, filter, dslFilter, dictId },
    count,
    timestamp: createdAt.toISOString(),
    missingColumns: missingColumns([filter, dslFilter], columns ?? []),
  }
}

/** A search that is deleted and not restored does not count as theirs. */
export const isSearchOf = (userId: string): SQL | undefined =>
  and(eq(savedSearches.userId, userId), isNull(savedSearches.deletedAt))

/** The person's own saved searches, newest first. */
export async function listSavedSearches(tx: Tx, scope: CompanyScope): Promise<SavedSearch[]> {
  return await listOf(tx, scope.userId)
}

/** Anyone's saved searches, newest first, for a super admin. */
export async function listAnySavedSearches(
  tx: Tx,
  _operator: SuperAdminScope,
  userId: string,
): Promise<SavedSearch[]> {
  return await listOf(tx, userId)
}

async function listOf(tx: Tx, userId: string): Promise<SavedSearch[]> {
  const rows = await selectWithColumns(tx)
    .where(isSearchOf(userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(500)
  return rows.map(({ search, columns }) => toSavedSearch(search, columns))
}

/**
 * One of the person's own saved searches, compared with the present dictionary.
 * @throws AppError `not_found`, the same for another person's search as for one that never existed.
 */
export async function getSavedSearch(tx: Tx, scope: CompanyScope, id: string): Promise<SavedSearch> {
  return await getWhere(tx, and(eq(savedSearches.id, id), isSearchOf(scope.userId)))
}

/** Anyone's saved search, for a super admin. @throws AppError `not_found` */
export async function getAnySavedSearch(
  tx: Tx,
  _operator: SuperAdminScope,
  id: string,
): Promise<SavedSearch> {
  return await getWhere(tx, and(eq(savedSearches.id, id), isNull(savedSearches.deletedAt)))
}

async function getWhere(tx: Tx, isIt: SQL | undefined): Promise<SavedSearch> {
  const [found] = await selectWithColumns(tx).where(isIt)
  if (!found) throw new AppError('not_found', 'There is no such search')
  return toSavedSearch(found.search, found.columns)
}
