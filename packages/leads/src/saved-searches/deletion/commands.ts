import { recordAudit } from '@freeor/accounts/commands'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, gte, isNull, lt, type SQL } from 'drizzle-orm'
import { getAnySavedSearch, getOwnSearch, isSearchOf } from '../queries.ts'
import type { SavedSearch } from '../schema.ts'
import { savedSearches } from '../tables.ts'

/** How long a deleted search can be restored. */
const restorableMs = 24 * 3_600_000

type Undoable = { readonly db: Database; readonly clock: Clock }

/**
 * Deletes one's own saved search: it is gone everywhere at once, and can be restored for a day.
 * @throws AppError `not_found`, also for another's.
 */
export async function deleteSavedSearch(
  { db, clock }: Undoable,
  scope: CompanyScope,
  id: string,
): Promise<void> {
  await mark(db, and(eq(savedSearches.id, id), isSearchOf(scope.userId)), { deletedAt: clock.now() })
}

/** Brings back one's own search that was deleted. @throws AppError `not_found`, also for another's and after a day. */
export async function restoreSavedSearch(
  { db, clock }: Undoable,
  scope: CompanyScope,
  id: string,
): Promise<SavedSearch> {
  const isTheirs = and(eq(savedSearches.id, id), eq(savedSearches.userId, scope.userId))
  await mark(db, and(isTheirs, isRestorable(clock.now())), { deletedAt: null })
  return await getOwnSearch(db, scope, id)
}

/** Deletes anyone's search, for a super admin, with an audit row. @throws AppError `not_found` */
export async function deleteAnySavedSearch(
  deps: Undoable,
  superAdmin: SuperAdminScope,
  id: string,
): Promise<void> {
  const now = deps.clock.now()
  const isIt = and(eq(savedSearches.id, id), isNull(savedSearches.deletedAt))
  await deps.db.transaction(async (tx) => {
    const subjectUserId = await mark(tx, isIt, { deletedAt: now })
    await recordAction(tx, { action: 'saved_search.deleted', superAdmin, id, subjectUserId, now })
  })
}

/** As `restoreSavedSearch`, anyone's, for a super admin. @throws AppError `not_found` */
export async function restoreAnySavedSearch(
  deps: Undoable,
  superAdmin: SuperAdminScope,
  id: string,
): Promise<SavedSearch> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    const isIt = and(eq(savedSearches.id, id), isRestorable(now))
    const subjectUserId = await mark(tx, isIt, { deletedAt: null })
    await recordAction(tx, { action: 'saved_search.restored', superAdmin, id, subjectUserId, now })
    return await getAnySavedSearch(tx, superAdmin, id)
  })
}

const isRestorable = (now: Date) => gte(savedSearches.deletedAt, new Date(now.getTime() - restorableMs))

/** Gives the owner of the search. @throws AppError `not_found` */
async function mark(tx: Tx, isIt: SQL | undefined, change: { deletedAt: Date | null }): Promise<string> {
  const [marked] = await tx
    .update(savedSearches)
    .set(change)
    .where(isIt)
    .returning({ userId: savedSearches.userId })
  if (!marked) throw new AppError('not_found', 'There is no such search')
  return marked.userId
}

type RecordedAction = {
  readonly action: string
  readonly superAdmin: SuperAdminScope
  readonly id: string
  readonly subjectUserId: string
  readonly now: Date
}

async function recordAction(
  tx: Tx,
  { action, superAdmin, id, subjectUserId, now }: RecordedAction,
): Promise<void> {
  const actorUserId = superAdmin.userId
  await recordAudit(tx, { action, now, actorUserId, subjectUserId, objectType: 'saved_search', objectId: id })
}

/** Removes the searches that can no longer be restored; for a daily job. */
export async function forgetSavedSearches(tx: Tx, now: Date): Promise<void> {
  await tx.delete(savedSearches).where(lt(savedSearches.deletedAt, new Date(now.getTime() - restorableMs)))
}
