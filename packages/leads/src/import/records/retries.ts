import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { and, eq, gt, isNotNull, lt, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Column } from '../../schema.ts'
import { imports } from '../tables.ts'

/** Reason of an abort from outside, e.g. because the server stops: nothing is wrong with the file. */
export class CutOff extends Error {}

/** Which import is begun again, and the how many-th attempt it is. */
export type ImportRetry = { readonly of: string; readonly attempt: number }

/** A file that ends the process each time must not do so for ever. */
export const mostAttempts = 3

/** Later than this nobody waits for an import, and one that begins by itself would surprise. */
const retriedForMilliseconds = 24 * 3_600_000

/** A live import records a sign every two seconds. */
const quietMilliseconds = 6_000

/** A retry begins within seconds; after this long there will be none, e.g. because the upload is not there any more. */
const retryBeginsWithinMilliseconds = 60_000

type Cut = Pick<
  typeof imports.$inferSelect,
  'state' | 'isCutOff' | 'uploadId' | 'attempt' | 'progressAt' | 'endedAt'
> & { readonly retriedBy: string | null }

/**
 * Whether nobody works on an import at this moment, and it is tried again in the next.
 * @param startedAt when this process started: what was cut off before waited for it
 */
export function isRetrying(one: Cut, now: Date, startedAt: number = performance.timeOrigin): boolean {
  if (one.uploadId === null || one.attempt >= mostAttempts || one.retriedBy !== null) return false
  if (one.state === 'running') return now.getTime() - one.progressAt.getTime() > quietMilliseconds
  if (!one.isCutOff || one.endedAt === null) return false
  return now.getTime() - Math.max(one.endedAt.getTime(), startedAt) < retryBeginsWithinMilliseconds
}

export type PendingRetry = {
  readonly retry: ImportRetry
  readonly uploadId: string
  readonly dictId: string
  readonly name?: string
  readonly columns?: readonly Column[]
  readonly userId?: string
}

type Records = { readonly db: Database; readonly clock: Clock }

/**
 * Imports of uploads that were cut off and are to be begun again: each once, fewer than `mostAttempts` times in a row,
 * and not where a later import of the same dictionary exists.
 */
export async function listPendingRetries({ db, clock }: Records): Promise<PendingRetry[]> {
  const later = alias(imports, 'later')
  const rows = await db
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.state, 'failed'),
        eq(imports.isCutOff, true),
        isNotNull(imports.uploadId),
        lt(imports.attempt, mostAttempts),
        gt(imports.endedAt, new Date(clock.now().getTime() - retriedForMilliseconds)),
        notExists(
          db
            .select({ id: later.id })
            .from(later)
            .where(
              or(
                eq(later.retryOf, imports.id),
                and(eq(later.dictId, imports.dictId), gt(later.startedAt, imports.startedAt)),
              ),
            ),
        ),
      ),
    )
  return rows.flatMap(({ id, uploadId, dictId, attempt, askedName, askedColumns, userId }) =>
    uploadId === null
      ? []
      : {
          retry: { of: id, attempt: attempt + 1 },
          uploadId,
          dictId,
          ...(askedName !== null && { name: askedName }),
          ...(askedColumns !== null && { columns: askedColumns }),
          ...(userId !== null && { userId }),
        },
  )
}
