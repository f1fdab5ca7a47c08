import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { and, eq, gt, isNotNull, lt, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Column } from '../../schema.ts'
import { imports } from '../tables.ts'
import { type ImportRetry, mostAttempts } from './retries.ts'

/** Later than this nobody waits for an import, and one that begins by itself would surprise. */
const retriedForMilliseconds = 24 * 3_600_000

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
 * and not where a later import of the same dictionary exists. A later one has a higher version, as the number of one that
 * was cut off is not used again; times of a clock that was set back would tell wrongly.
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
                and(eq(later.dictId, imports.dictId), gt(later.version, imports.version)),
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
