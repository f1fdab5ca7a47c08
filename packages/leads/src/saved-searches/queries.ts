import { companyMembers, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, exists, isNull, ne, or, type SQL } from 'drizzle-orm'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { Column } from '../schema.ts'
import { missingColumns } from './missing-columns.ts'
import { parsedParts } from './parsed-parts.ts'
import type { SavedSearch } from './schema.ts'
import { savedSearches } from './tables.ts'

type Row = typeof savedSearches.$inferSelect

/** Each search with its owner's name and its dictionary's present columns: null when there is no dictionary any more. */
const selectWithColumns = (tx: Tx) =>
  tx
    .select({ search: savedSearches, columns: datasetVersions.columns, ownerName: users.name })
    .from(savedSearches)
    .innerJoin(users, eq(users.id, savedSearches.userId))
    .leftJoin(datasets, eq(datasets.dictId, savedSearches.dictId))
    .leftJoin(
      datasetVersions,
      and(eq(datasetVersions.dictId, datasets.dictId), eq(datasetVersions.version, datasets.currentVersion)),
    )

/** The answer for another person's search, and for one that never existed. */
export const noSearch = () => new AppError('not_found', 'There is no such search')

type Found = { search: Row; columns: readonly Column[] | null; ownerName: string }

function toSavedSearch({ search, columns, ownerName }: Found): SavedSearch {
  const { id, userId, dictId, searchName, filter, dslFilter, queryUrl, count, createdAt } = search
  const parsed = parsedParts(search)
  return {
    ...{ id, uid: userId, ownerName, searchName, notes: search.notes, tags: search.tags },
    visibleToCompany: search.visibleToCompanyId !== null,
    geographyParams: search.geographyParams ?? parsed.geographyParams,
    searchParams: search.searchParams ?? parsed.searchParams,
    queryUrl: { url: queryUrl, filter, dslFilter, dictId },
    count,
    timestamp: createdAt.toISOString(),
    ...(search.reportId !== null && { reportId: search.reportId }),
    ...(search.device !== null && { device: search.device }),
    missingColumns: missingColumns([filter, dslFilter], columns ?? []),
  }
}

/** A search that is deleted and not restored does not count as theirs. */
export const isSearchOf = (userId: string): SQL | undefined =>
  and(eq(savedSearches.userId, userId), isNull(savedSearches.deletedAt))

/** Searches that their owners, members of the company now, let it see. */
const isShownTo = (tx: Tx, { companyId }: CompanyScope): SQL | undefined =>
  and(
    isNull(savedSearches.deletedAt),
    eq(savedSearches.visibleToCompanyId, companyId),
    exists(
      tx
        .select({ id: companyMembers.id })
        .from(companyMembers)
        .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, savedSearches.userId))),
    ),
  )

/** The person's own saved searches, newest first. */
export async function listSavedSearches(tx: Tx, scope: CompanyScope): Promise<SavedSearch[]> {
  return await listWhere(tx, isSearchOf(scope.userId))
}

/** What other members of the company let it see, newest first. */
export async function listCompanySearches(tx: Tx, scope: CompanyScope): Promise<SavedSearch[]> {
  return await listWhere(tx, and(isShownTo(tx, scope), ne(savedSearches.userId, scope.userId)))
}

/** Anyone's saved searches, newest first, for a super admin. */
export async function listAnySavedSearches(
  tx: Tx,
  _operator: SuperAdminScope,
  userId: string,
): Promise<SavedSearch[]> {
  return await listWhere(tx, isSearchOf(userId))
}

async function listWhere(tx: Tx, isWanted: SQL | undefined): Promise<SavedSearch[]> {
  const rows = await selectWithColumns(tx)
    .where(isWanted)
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(500)
  return rows.map(toSavedSearch)
}

/**
 * One of the person's own saved searches, or of those that the company may see, compared with the present dictionary.
 * @throws AppError `not_found`, the same for another person's search as for one that never existed.
 */
export async function getSavedSearch(tx: Tx, scope: CompanyScope, id: string): Promise<SavedSearch> {
  return await getWhere(tx, and(eq(savedSearches.id, id), or(isSearchOf(scope.userId), isShownTo(tx, scope))))
}

/** One of the person's own saved searches. @throws AppError `not_found` */
export async function getOwnSearch(tx: Tx, scope: CompanyScope, id: string): Promise<SavedSearch> {
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
  if (!found) throw noSearch()
  return toSavedSearch(found)
}
