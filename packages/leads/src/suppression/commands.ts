import { requireRight } from '@freeor/accounts/policy'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, gte, lt, or } from 'drizzle-orm'
import { leadsLimits } from '../limits.ts'
import { countHits } from './find-meant-leads.ts'
import { requireSuppression } from './policy.ts'
import { prepareSuppressionTables } from './prepare-tables.ts'
import { getSuppressionList, isListOf, listServing, noSuchList, toSuppressionList } from './queries.ts'
import type { SuppressionList } from './schema.ts'
import { suppressionLists } from './tables.ts'
import { writeEntries } from './write-entries.ts'

export type SuppressionDeps = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }

/** Lists of a company, those included that were deleted within a day. */
const LISTS_MOST = 50
const restorableMs = 24 * 3_600_000

/** Reading a list and comparing it with all leads takes the engine for seconds. */
const reading = openLimiter(leadsLimits.listReads)

/**
 * Reads a list, and finds out which leads it means under each profile. Nothing is left out until it is applied.
 * @throws AppError `payload_too_large`, `invalid_request` when no entry could be read, `payment_required`, `forbidden`,
 *   `conflict` with 50 lists already
 */
export async function addSuppressionList(
  deps: SuppressionDeps,
  scope: CompanyScope,
  { name, file, signal }: { name: string; file: AsyncIterable<Uint8Array>; signal?: AbortSignal },
): Promise<SuppressionList> {
  const { db, clock } = deps
  await requireSuppression(deps, scope)
  const { companyId, userId } = scope
  if ((await db.$count(suppressionLists, eq(suppressionLists.companyId, companyId))) >= LISTS_MOST)
    throw new AppError('conflict', `You have ${LISTS_MOST} lists: delete one first; it is gone after a day`)
  return await reading.run({ key: companyId, signal }, async () => {
    const id = newId('sup')
    const createdAt = clock.now()
    const empty = { entries: [], unread: 0, profiles: [] }
    await db
      .insert(suppressionLists)
      .values({ id, companyId, userId, name, state: 'reading', ...empty, createdAt })
    try {
      return await readList(deps, id, file)
    } catch (error) {
      await db.delete(suppressionLists).where(eq(suppressionLists.id, id))
      throw error
    }
  })
}

/** What is left of a list that cannot be read is swept. */
async function readList(
  { db, olap }: SuppressionDeps,
  id: string,
  file: AsyncIterable<Uint8Array>,
): Promise<SuppressionList> {
  await prepareSuppressionTables(olap)
  const { entries, unread } = await writeEntries(olap, id, file)
  if (entries.length === 0) throw new AppError('invalid_request', nothingFound)
  const forms = entries.map(({ form }) => form)
  const profiles = await countHits(olap, id, { forms, versions: await listServing(db) })
  const [row] = await db
    .update(suppressionLists)
    .set({ state: 'found', entries, unread, profiles })
    .where(eq(suppressionLists.id, id))
    .returning()
  if (!row) throw noSuchList()
  return toSuppressionList(row)
}

const nothingFound =
  'No email, telephone number, domain, address, company name or hash was found in this file'

/**
 * From now on the leads that the list means are in no quote and no file of the company.
 * @param profiles ids of the list's profiles
 * @throws AppError `not_found`, `conflict` when it is applied already, `invalid_request` for a profile it does not have
 */
export async function applySuppressionList(
  deps: SuppressionDeps,
  scope: CompanyScope,
  { id, profiles }: { id: string; profiles: readonly string[] },
): Promise<SuppressionList> {
  await requireSuppression(deps, scope)
  const list = await getSuppressionList(deps.db, scope, id)
  const unknown = profiles.find((one) => !list.profiles.some((profile) => profile.id === one))
  if (unknown !== undefined) throw new AppError('invalid_request', `This list cannot be read as "${unknown}"`)
  const [applied] = await deps.db
    .update(suppressionLists)
    .set({ state: 'applied', appliedBy: [...new Set(profiles)], appliedAt: deps.clock.now() })
    .where(and(eq(suppressionLists.id, id), isListOf(scope), eq(suppressionLists.state, 'found')))
    .returning()
  if (!applied) throw new AppError('conflict', 'This list is applied already')
  return toSuppressionList(applied)
}

/** @throws AppError `not_found` */
export async function renameSuppressionList(
  tx: Tx,
  scope: CompanyScope,
  { id, name }: { id: string; name: string },
): Promise<SuppressionList> {
  requireRight(scope, 'downloads.order')
  const [renamed] = await tx
    .update(suppressionLists)
    .set({ name })
    .where(and(eq(suppressionLists.id, id), isListOf(scope)))
    .returning()
  if (!renamed) throw noSuchList()
  return toSuppressionList(renamed)
}

type Undoable = Pick<SuppressionDeps, 'db' | 'clock'>

/** The list leaves nothing out any more, at once; it can be restored for a day. @throws AppError `not_found` */
export async function deleteSuppressionList(
  { db, clock }: Undoable,
  scope: CompanyScope,
  id: string,
): Promise<void> {
  requireRight(scope, 'downloads.order')
  const [deleted] = await db
    .update(suppressionLists)
    .set({ deletedAt: clock.now() })
    .where(and(eq(suppressionLists.id, id), isListOf(scope)))
    .returning({ id: suppressionLists.id })
  if (!deleted) throw noSuchList()
}

/** Brings a deleted list back as it was. @throws AppError `not_found`, also after a day */
export async function restoreSuppressionList(
  { db, clock }: Undoable,
  scope: CompanyScope,
  id: string,
): Promise<SuppressionList> {
  requireRight(scope, 'downloads.order')
  const isRestorable = and(
    eq(suppressionLists.id, id),
    eq(suppressionLists.companyId, scope.companyId),
    gte(suppressionLists.deletedAt, new Date(clock.now().getTime() - restorableMs)),
  )
  const [restored] = await db
    .update(suppressionLists)
    .set({ deletedAt: null })
    .where(isRestorable)
    .returning()
  if (!restored) throw noSuchList()
  return toSuppressionList(restored)
}

/**
 * Forgets lists that can no longer be restored, and those whose reading was cut off; for a daily job. `sweepSuppression`
 * then removes their entries.
 */
export async function forgetSuppressionLists(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - restorableMs)
  const isCutOff = and(eq(suppressionLists.state, 'reading'), lt(suppressionLists.createdAt, before))
  await tx.delete(suppressionLists).where(or(lt(suppressionLists.deletedAt, before), isCutOff))
}
