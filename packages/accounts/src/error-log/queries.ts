import { AppError } from '@freeor/kernel/errors'
import { containing } from '@freeor/postgres/containing'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, ilike, sql } from 'drizzle-orm'
import type { ErrorGroup } from './schema.ts'
import { errorGroups } from './tables.ts'

export type ErrorFilter = {
  readonly q?: string | undefined
  readonly type?: ErrorGroup['type'] | undefined
  readonly state?: ErrorGroup['state'] | undefined
  /** The last one of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Groups of errors, the most recent first. */
export async function listErrors(
  tx: Tx,
  { q, type, state, after, limit }: ErrorFilter,
): Promise<ErrorGroup[]> {
  const last = tx
    .select({ at: errorGroups.lastSeenAt, id: errorGroups.id })
    .from(errorGroups)
    .where(eq(errorGroups.id, after ?? ''))
  const rows = await tx
    .select()
    .from(errorGroups)
    .where(
      and(
        q ? ilike(errorGroups.error, containing(q)) : undefined,
        type && eq(errorGroups.type, type),
        state && eq(errorGroups.state, state),
        after === undefined ? undefined : sql`(${errorGroups.lastSeenAt}, ${errorGroups.id}) < (${last})`,
      ),
    )
    .orderBy(desc(errorGroups.lastSeenAt), desc(errorGroups.id))
    .limit(limit)
  return rows.map(answerOf)
}

/** One group. @throws AppError not_found */
export async function getError(tx: Tx, id: string): Promise<ErrorGroup> {
  const [row] = await tx.select().from(errorGroups).where(eq(errorGroups.id, id))
  if (!row) throw new AppError('not_found', 'There is no such error')
  return answerOf(row)
}

/** The errors that the log keeps a person with: the last one of each group, without what only helps to mend it. */
export async function listErrorsOf(tx: Tx, userId: string) {
  const rows = await tx
    .select({ sample: errorGroups.sample })
    .from(errorGroups)
    .where(sql`${errorGroups.sample} ->> 'uid' = ${userId}`)
    .orderBy(desc(errorGroups.lastSeenAt), desc(errorGroups.id))
  return rows.map(({ sample: { timeStamp, site, location, device, error, requestId } }) => ({
    ...{ at: timeStamp, site, location, device, error, requestId },
  }))
}

function answerOf(row: typeof errorGroups.$inferSelect): ErrorGroup {
  const { fingerprint: _, firstSeenAt, lastSeenAt, resolvedAt, ...shown } = row
  return {
    ...shown,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}
