import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { Column, SavedSearch } from '../schema.ts'
import { missingColumns } from './missing-columns.ts'
import { savedSearches } from './tables.ts'

type Row = typeof savedSearches.$inferSelect

/** Each search with the columns its dictionary has now; null when it has none any more. */
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

/** The person's own saved searches, newest first. */
export async function listSavedSearches(tx: Tx, scope: CompanyScope): Promise<SavedSearch[]> {
  const rows = await selectWithColumns(tx)
    .where(eq(savedSearches.userId, scope.userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(500)
  return rows.map(({ search, columns }) => toSavedSearch(search, columns))
}

/**
 * One of the person's own saved searches, held against the dictionary of now.
 * @throws AppError `not_found`, the same for another's as for one that never was.
 */
export async function getSavedSearch(tx: Tx, scope: CompanyScope, id: string): Promise<SavedSearch> {
  const [found] = await selectWithColumns(tx).where(
    and(eq(savedSearches.id, id), eq(savedSearches.userId, scope.userId)),
  )
  if (!found) throw new AppError('not_found', 'There is no such search')
  return toSavedSearch(found.search, found.columns)
}
