import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope, OperatorScope } from '@freeor/kernel/scope'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { queryUrlOf } from '../downloads/query-url.ts'
import { hasGeography } from '../query/chosen-geography.ts'
import type { SavedSearch, savedSearchInput } from '../schema.ts'
import { countLeads } from '../search/count-leads.ts'
import type { CountLine } from '../search/count-line.ts'
import { planSearch, recordTexts } from '../search/plan.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { requireSaveRight } from './policy.ts'
import { getSavedSearch, toSavedSearch } from './queries.ts'
import { savedSearches } from './tables.ts'
import { savedSearchTexts } from './texts.ts'

export type SaveDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly search: SearchDeps
  /** The line in which the count waits for its turn. */
  readonly counting: CountLine
}
export type SaveRequest = {
  readonly dataset: SearchDataset
  readonly input: z.output<typeof savedSearchInput>
}

/** Searches a person may keep. */
export const SAVED_SEARCHES_MOST = 500

/**
 * Keeps a search under a name, with the leads it matches now.
 * @throws AppError `invalid_request` without a name or without a geography, `invalid_query`, `forbidden` for a viewer,
 *   `conflict` when the person has 500 already, `rate_limited` when too many of the company's counts wait.
 */
export async function saveSearch(
  { db, clock, search, counting }: SaveDeps,
  scope: CompanyScope,
  { dataset, input }: SaveRequest,
): Promise<SavedSearch> {
  requireSaveRight(scope)
  const searchName = requireName(input.searchName)
  const plan = await planSearch(search, scope, dataset, input)
  const { filter, dslFilter } = recordTexts(plan)
  if (!hasGeography(plan.query)) {
    throw new AppError('invalid_request', savedSearchTexts.needsGeography, {
      details: { field: 'dslFilter' },
    })
  }
  if ((await db.$count(savedSearches, eq(savedSearches.userId, scope.userId))) >= SAVED_SEARCHES_MOST) {
    throw new AppError('conflict', `You have ${SAVED_SEARCHES_MOST} saved searches: delete one first`)
  }
  const count = await counting.run(scope.companyId, async () => await countLeads(search, plan))
  const now = clock.now()
  const { dictId } = input
  const [row] = await db
    .insert(savedSearches)
    .values({
      id: newId('srch'),
      userId: scope.userId,
      dictId,
      searchName,
      filter,
      dslFilter,
      queryUrl: queryUrlOf({ dictId, filter, dslFilter }),
      count,
      dataVersion: plan.dataVersion,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new AppError('internal', 'The search was not stored')
  return toSavedSearch(row, dataset.dictionary.columns)
}

/** Gives one's own saved search another name. @throws AppError `invalid_request` without a name, `not_found` */
export async function renameSavedSearch(
  { db, clock }: { db: Tx; clock: Clock },
  scope: CompanyScope,
  { id, searchName }: { id: string; searchName: string },
): Promise<SavedSearch> {
  requireSaveRight(scope)
  await db
    .update(savedSearches)
    .set({ searchName: requireName(searchName), updatedAt: clock.now() })
    .where(isOwn(scope, id))
  return await getSavedSearch(db, scope, id)
}

/** Deletes one's own saved search. @throws AppError `not_found`, also for another's. */
export async function deleteSavedSearch(tx: Tx, scope: CompanyScope, id: string): Promise<void> {
  await deleteWhere(tx, isOwn(scope, id))
}

/** Deletes anyone's saved search, for a super admin. @throws AppError `not_found` */
export async function deleteAnySavedSearch(tx: Tx, _operator: OperatorScope, id: string): Promise<void> {
  await deleteWhere(tx, eq(savedSearches.id, id))
}

const isOwn = (scope: CompanyScope, id: string) =>
  and(eq(savedSearches.id, id), eq(savedSearches.userId, scope.userId))

async function deleteWhere(tx: Tx, isIt: SQL | undefined): Promise<void> {
  const deleted = await tx.delete(savedSearches).where(isIt).returning({ id: savedSearches.id })
  if (deleted.length === 0) throw new AppError('not_found', 'There is no such search')
}

function requireName(text: string): string {
  const name = text.trim()
  if (name === '') {
    throw new AppError('invalid_request', savedSearchTexts.needsName, { details: { field: 'searchName' } })
  }
  return name
}

/** Takes all searches of a person away who has their account deleted. */
export async function deleteSavedSearchesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.userId, userId))
}
