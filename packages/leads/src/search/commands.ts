import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { isNoRoom } from '@freeor/postgres/outage'
import { lt, sql } from 'drizzle-orm'
import { searchViews } from './tables.ts'

const DAY_MS = 86_400_000

export type Looking = {
  /** Rows about to be shown. */
  readonly rows: number
  /** Rows the company may be shown in a day: `viewsPerDay` of its plan. */
  readonly most: number
  readonly now: Date
}

/**
 * Counts rows that are about to be shown against the company's day. So a program that pages through a dataset to copy
 * it, or reads its values letter by letter, does not get far.
 * @throws AppError `rate_limited` with `retryAfter` (seconds until midnight UTC) once the day's rows are used up
 */
export async function spendViews(tx: Tx, scope: CompanyScope, { rows, most, now }: Looking): Promise<void> {
  if (rows === 0) return
  const spent = await addViews(tx, scope, { rows, now }).catch((error: unknown) => {
    // Reading goes on while the disk is full, without counting.
    if (isNoRoom(error)) return 0
    throw error
  })
  if (spent <= most) return
  throw new AppError(
    'rate_limited',
    `Your plan shows ${most.toLocaleString('en-US')} leads a day in searches, and today's are used up. Counts, saved searches and downloads go on working; browsing does again tomorrow.`,
    { details: { retryAfter: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000) } },
  )
}

/** @returns the day's rows, including these. */
async function addViews(tx: Tx, scope: CompanyScope, { rows, now }: Omit<Looking, 'most'>): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  // One statement, and it does not wait for the disk: a count lost with the machine's power is no loss.
  const { rows: spent } = await tx.execute<{ rows: number }>(sql`
    WITH fast AS (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO ${searchViews} (company_id, day, rows) SELECT ${scope.companyId}, ${day}::date, ${rows}::int FROM fast
    ON CONFLICT (company_id, day)
    DO UPDATE SET rows = least(${searchViews}.rows + excluded.rows, ${MOST_COUNTED}::int)
    RETURNING rows`)
  return spent[0]?.rows ?? 0
}

/** More than any plan shows: the count need not grow further. */
const MOST_COUNTED = 1_000_000_000

/** Deletes the counts of past days; for a daily job. */
export async function forgetViews(tx: Tx, now: Date): Promise<void> {
  await tx
    .delete(searchViews)
    .where(lt(searchViews.day, new Date(now.getTime() - 7 * DAY_MS).toISOString().slice(0, 10)))
}
