import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Site } from '@freeor/kernel/site'
import type { Database, Tx } from '@freeor/postgres/database'
import { desc, eq, lt, notInArray, or, sql } from 'drizzle-orm'
import { addressKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import type { Auth } from '../ports.ts'
import { errorFingerprint } from './fingerprint.ts'
import type { ClientErrorInput, ErrorSample } from './schema.ts'
import { pathOf, scrub } from './scrub.ts'
import { errorGroups } from './tables.ts'

const longestMessage = 2000
const longestStack = 8000

/** The user it happened to, when they were signed in. */
export type Sufferer = { readonly uid: string; readonly id: string | null; readonly email: string }

export type ReportedError = {
  readonly type: 'rendering' | 'server'
  readonly error: string
  /** The stack. */
  readonly errorInfo: string
  /** An address or a path; only the path is kept. */
  readonly location: string
  /** The `User-Agent`. */
  readonly device: string
  readonly site: Site
  readonly requestId: string | null
  readonly sufferer: Sufferer | undefined
  readonly now: Date
}

/** Counts an error in its group and keeps it as the group's sample, without queries, tokens and strangers' addresses. */
export async function recordError(tx: Tx, reported: ReportedError): Promise<void> {
  const { type, device, site, requestId, sufferer, now } = reported
  const error = storable(reported.error, longestMessage)
  const errorInfo = storable(reported.errorInfo, longestStack)
  const sample: ErrorSample = {
    uid: sufferer?.uid ?? null,
    id: sufferer?.id ?? null,
    email: sufferer?.email ?? null,
    errorInfo,
    error,
    location: pathOf(reported.location),
    device: storable(device, 300),
    timeStamp: now.toISOString(),
    requestId,
    site,
  }
  const fingerprint = errorFingerprint({ type, error, stack: errorInfo })
  await tx
    .insert(errorGroups)
    .values({
      id: newId('err'),
      fingerprint,
      type,
      error,
      state: 'open',
      count: 1,
      firstSeenAt: now,
      lastSeenAt: now,
      sample,
    })
    .onConflictDoUpdate({
      target: errorGroups.fingerprint,
      set: {
        count: sql`${errorGroups.count} + 1`,
        lastSeenAt: sql`greatest(${errorGroups.lastSeenAt}, excluded.last_seen_at)`,
        error,
        sample,
        // It was resolved and happened again.
        state: 'open',
        resolvedAt: null,
        resolvedBy: null,
      },
    })
}

/** No NUL, which PostgreSQL does not store, and no half of a surrogate pair, which JSON does not. */
function storable(text: string, longest: number): string {
  return scrub(text).replaceAll('\0', '').slice(0, longest).toWellFormed()
}

/**
 * Keeps an error that a page reports. Anyone may send one, so they are counted by address.
 * @throws AppError rate_limited
 */
export async function recordClientError(
  auth: Auth,
  input: ClientErrorInput,
  from: Pick<ReportedError, 'device' | 'site' | 'requestId' | 'sufferer'> & { readonly address: string },
): Promise<void> {
  const { address, ...rest } = from
  await auth.limiter.require([addressKey('error-report:address', address)])
  const { error, errorInfo = '', location, requestId = rest.requestId } = input
  const now = auth.clock.now()
  await recordError(auth.db, { type: 'rendering', error, errorInfo, location, ...rest, requestId, now })
}

/** Forgets whom errors happened to, when their account is deleted; the errors themselves stay, to be mended. */
export async function forgetSufferer(tx: Tx, userId: string): Promise<void> {
  const nobody: Partial<ErrorSample> = { uid: null, id: null, email: null, device: '' }
  await tx
    .update(errorGroups)
    .set({ sample: sql`${errorGroups.sample} || ${JSON.stringify(nobody)}::jsonb` })
    .where(sql`${errorGroups.sample} ->> 'uid' = ${userId}`)
}

type Resolution = {
  readonly id: string
  readonly superAdminUserId: string
  readonly isResolved: boolean
  readonly now: Date
}

/** Marks a group as resolved, until it happens again; or undoes that. @throws AppError not_found */
export async function resolveError(db: Database, resolution: Resolution): Promise<void> {
  const { id, superAdminUserId, isResolved, now } = resolution
  await db.transaction(async (tx) => {
    const [group] = await tx
      .update(errorGroups)
      .set({
        state: isResolved ? 'resolved' : 'open',
        resolvedAt: isResolved ? now : null,
        resolvedBy: isResolved ? superAdminUserId : null,
      })
      .where(eq(errorGroups.id, id))
      .returning({ id: errorGroups.id })
    if (!group) throw new AppError('not_found', 'There is no such error')
    const action = isResolved ? 'error.resolved' : 'error.reopened'
    await recordAudit(tx, { action, now, actorUserId: superAdminUserId, objectType: 'error', objectId: id })
  })
}

const keptGroups = 1000
const keptDays = 90

/** Deletes old groups, and the least recent ones beyond a thousand; for a daily job. */
export async function forgetErrors(tx: Tx, now: Date): Promise<void> {
  const recent = tx
    .select({ id: errorGroups.id })
    .from(errorGroups)
    .orderBy(desc(errorGroups.lastSeenAt))
    .limit(keptGroups)
  const old = new Date(now.getTime() - keptDays * 86_400_000)
  await tx.delete(errorGroups).where(or(lt(errorGroups.lastSeenAt, old), notInArray(errorGroups.id, recent)))
}
