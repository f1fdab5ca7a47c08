import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { getLeadCustomer, periodOf } from '../../queries.ts'
import type { LedgerUse } from '../../schema.ts'

/**
 * Leads used on each day of the running billing period, in UTC, days without use as 0, today the last one. What was
 * given back counts against the day it was given back, and no day is below 0.
 * @throws AppError payment_required when the company never had a plan
 */
export async function readLedgerUse(tx: Tx, { companyId }: CompanyScope, now: Date): Promise<LedgerUse> {
  const { start, end } = periodOf(await getLeadCustomer(tx, companyId), now)
  // Before the anchor (a clock set back) the period is still to come: its first day stands alone.
  const last = now < start ? start : now
  const { rows } = await tx.execute<{ day: string; used: number }>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(greatest(used, 0), 0)::int AS used
    FROM generate_series(
      date_trunc('day', ${start}::timestamptz AT TIME ZONE 'UTC'),
      date_trunc('day', ${last}::timestamptz AT TIME ZONE 'UTC'),
      interval '1 day'
    ) AS day
    LEFT JOIN (
      SELECT date_trunc('day', at AT TIME ZONE 'UTC') AS used_on, -sum(amount) AS used
      FROM credit_ledger
      WHERE company_id = ${companyId} AND site = 'leads' AND at >= ${start}
        AND (kind = 'debit' OR (kind = 'refund' AND download_id IS NOT NULL))
      GROUP BY 1
    ) uses ON used_on = day
    ORDER BY day`)
  return { period_start: start.toISOString(), period_end: end.toISOString(), days: rows }
}
