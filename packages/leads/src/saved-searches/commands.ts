import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { hasGeography } from '../query/chosen-geography.ts'
import { countLeads } from '../search/count-leads.ts'
import { planSearch, recordTexts } from '../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { isChangedMeanwhile } from './changed-meanwhile.ts'
import { copyName } from './copy-name.ts'
import { requireSaveRight } from './policy.ts'
import { getOwnSearch, getSavedSearch, isSearchOf, noSearch } from './queries.ts'
import type { SavedSearch, SavedSearchChange, savedSearchInput } from './schema.ts'
import { savedSearches } from './tables.ts'
import { savedSearchTexts } from './texts.ts'
import { writeSearch } from './write-search.ts'

export type SaveDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly search: SearchDeps
  /** Limits the counts under way. */
  readonly counting: Limiter
}
export type SaveRequest = {
  readonly dataset: SearchDataset
  readonly input: z.output<typeof savedSearchInput>
  /** What it is saved with, as a person calls it. */
  readonly device?: string
}

/**
 * Keeps a search under a name, with the leads it matches now.
 * @throws AppError `invalid_request` without a name or without a geography, `invalid_query`, `forbidden` for a viewer,
 *   `conflict` when the person has 500 already, `rate_limited` when too many of the company's counts wait.
 */
export async function saveSearch(
  { db, clock, search, counting }: SaveDeps,
  scope: CompanyScope,
  { dataset, input, device }: SaveRequest,
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
  const count = await counting.run({ key: scope.companyId }, async () => await countLeads(search, plan))
  const { dictId, notes, tags, visibleToCompany } = input
  const id = await writeSearch(db, scope, {
    ...{ searchName, dictId, filter, dslFilter, count, dataVersion: plan.dataVersion },
    ...{ notes, tags, visibleToCompany, device, now: clock.now() },
  })
  return await getOwnSearch(db, scope, id)
}

/**
 * Changes what a person wrote about a search of theirs, or whether their company sees it.
 * @throws AppError `invalid_request` without a name, `not_found`, also for another's, `forbidden` for a viewer, `conflict`
 *   with what it says now, where that is not what the change began with
 */
export async function changeSavedSearch(
  { db, clock }: { db: Database; clock: Clock },
  scope: CompanyScope,
  { id, change }: { id: string; change: SavedSearchChange },
): Promise<SavedSearch> {
  requireSaveRight(scope)
  const { searchName, visibleToCompany, notes, tags } = change
  const isOwn = and(eq(savedSearches.id, id), isSearchOf(scope.userId))
  return await db.transaction(async (tx) => {
    const [now] = await tx
      .select({ searchName: savedSearches.searchName, notes: savedSearches.notes, tags: savedSearches.tags })
      .from(savedSearches)
      .where(isOwn)
      .for('update')
    if (!now) throw noSearch()
    if (isChangedMeanwhile(now, change))
      throw new AppError('conflict', savedSearchTexts.changedMeanwhile, { details: { now } })
    await tx
      .update(savedSearches)
      .set({
        ...(searchName !== undefined && { searchName: requireName(searchName) }),
        ...(notes !== undefined && { notes }),
        ...(tags !== undefined && { tags }),
        ...(visibleToCompany !== undefined && {
          visibleToCompanyId: visibleToCompany ? scope.companyId : null,
        }),
        updatedAt: clock.now(),
      })
      .where(isOwn)
    return await getOwnSearch(tx, scope, id)
  })
}

/**
 * Makes a copy of one's own search, or of one that the company sees. The copy is the person's own, counts as many leads
 * as the original did, and nobody else sees it.
 * @throws AppError `not_found`, `forbidden` for a viewer, `conflict` when the person has 500 already
 */
export async function duplicateSavedSearch(
  { db, clock }: { db: Tx; clock: Clock },
  scope: CompanyScope,
  id: string,
): Promise<SavedSearch> {
  requireSaveRight(scope)
  const { searchName, notes, tags } = await getSavedSearch(db, scope, id)
  const [row] = await db.select().from(savedSearches).where(eq(savedSearches.id, id))
  if (!row) throw noSearch()
  const { dictId, filter, dslFilter, count, dataVersion, device } = row
  const copyId = await writeSearch(db, scope, {
    ...{ searchName: copyName(searchName), notes, tags, dictId, filter, dslFilter, count, dataVersion },
    ...{ device: device ?? undefined, now: clock.now() },
  })
  return await getOwnSearch(db, scope, copyId)
}

/** The name without blanks around it. Signs that nobody sees are no name. */
function requireName(text: string): string {
  const name = text.trim()
  if (name.replaceAll(/[\s\p{Cf}]/gu, '') === '') {
    throw new AppError('invalid_request', savedSearchTexts.needsName, { details: { field: 'searchName' } })
  }
  return name
}

/** Notes the report that was made of a search, and the browser it came from, in the report's own transaction. */
export async function markReported(
  tx: Tx,
  { id, reportId, device }: { readonly id: string; readonly reportId: string; readonly device: string },
): Promise<void> {
  await tx.update(savedSearches).set({ reportId, device }).where(eq(savedSearches.id, id))
}
