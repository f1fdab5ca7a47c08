import { companyMembers, users } from '@freeor/accounts/tables'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Balance } from '../ports.ts'
import { creditLedger, creditLots } from '../tables.ts'

type Line = typeof creditLedger.$inferSelect

export type LedgerLine = Omit<Line, 'companyId' | 'site'> & {
  readonly lotKind: (typeof creditLots.$inferSelect)['kind']
  readonly lotExpiresAt: Date | null
  readonly userEmail: string | null
}

export type LedgerPage = { readonly site: Site; readonly limit: number; readonly before?: number | undefined }

/**
 * The company's ledger on a site, newest first; `before` is the sequence of the last line already seen. The user who
 * did it is named by email while they are a member, and by id after they have left.
 */
export async function listLedger(
  tx: Tx,
  scope: CompanyScope,
  { site, limit, before }: LedgerPage,
): Promise<LedgerLine[]> {
  const rows = await tx
    .select({
      line: creditLedger,
      lotKind: creditLots.kind,
      lotExpiresAt: creditLots.expiresAt,
      userEmail: users.email,
    })
    .from(creditLedger)
    .innerJoin(creditLots, eq(creditLots.id, creditLedger.lotId))
    .leftJoin(
      companyMembers,
      and(eq(companyMembers.companyId, scope.companyId), eq(companyMembers.userId, creditLedger.userId)),
    )
    .leftJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(creditLedger.companyId, scope.companyId),
        eq(creditLedger.site, site),
        before === undefined ? undefined : lt(creditLedger.sequence, before),
      ),
    )
    .orderBy(desc(creditLedger.sequence))
    .limit(Math.min(Math.max(limit, 1), 500))
  return rows.map(({ line: { companyId: _, site: __, ...line }, ...shown }) => ({ ...line, ...shown }))
}

export type DayUse = { readonly day: string; readonly used: number }

/**
 * Credits used on each day from `start` to `last`, in UTC, days without use as 0. What was given back counts against the
 * day it was given back, and no day is below 0.
 */
export async function listDailyUse(
  tx: Tx,
  { companyId, site }: Balance,
  { start, last }: { readonly start: Date; readonly last: Date },
): Promise<DayUse[]> {
  const { rows } = await tx.execute<DayUse>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(greatest(used, 0), 0)::int AS used
    FROM generate_series(
      date_trunc('day', ${start}::timestamptz AT TIME ZONE 'UTC'),
      date_trunc('day', ${last}::timestamptz AT TIME ZONE 'UTC'),
      interval '1 day'
    ) AS day
    LEFT JOIN (
      SELECT date_trunc('day', at AT TIME ZONE 'UTC') AS used_on, -sum(amount) AS used
      FROM credit_ledger
      WHERE company_id = ${companyId} AND site = ${site} AND at >= ${start}
        AND (kind = 'debit' OR (kind = 'refund' AND subject_id IS NOT NULL))
      GROUP BY 1
    ) uses ON used_on = day
    ORDER BY day`)
  return rows
}

export type MonthUse = {
  /** YYYY-MM, in UTC. */
  readonly month: string
  /** Who used them; null once their account is deleted. */
  readonly userId: string | null
  /** Below 0 where more was given back in the month than used. */
  readonly used: number
}

/**
 * Credits used in each month since a time, by person. What was given back counts against the month it was given back, and
 * against the person who had used it, whoever gave it back.
 */
export async function listMonthlyUse(tx: Tx, { companyId, site }: Balance, since: Date): Promise<MonthUse[]> {
  const { rows } = await tx.execute<{ month: string; user_id: string | null; used: number }>(sql`
    SELECT to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
      CASE line.kind WHEN 'debit' THEN line.user_id ELSE debit.user_id END AS user_id, -sum(line.amount)::int AS used
    FROM credit_ledger line
    LEFT JOIN credit_ledger debit
      ON line.kind = 'refund' AND debit.kind = 'debit' AND debit.subject_id = line.subject_id AND debit.lot_id = line.lot_id
    WHERE line.company_id = ${companyId} AND line.site = ${site} AND line.at >= ${since}
      AND (line.kind = 'debit' OR (line.kind = 'refund' AND line.subject_id IS NOT NULL))
    GROUP BY 1, 2 ORDER BY 1, 2`)
  return rows.map(({ month, user_id: userId, used }) => ({ month, userId, used }))
}

/** What a company was given back since a time, for each subject by its id. */
export async function sumRefunds(
  tx: Tx,
  { companyId, site }: Balance,
  since: Date,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: creditLedger.subjectId, amount: sql<number>`sum(${creditLedger.amount})::int` })
    .from(creditLedger)
    .where(
      and(
        ...[eq(creditLedger.companyId, companyId), eq(creditLedger.site, site)],
        ...[eq(creditLedger.kind, 'refund'), gte(creditLedger.at, since)],
      ),
    )
    .groupBy(creditLedger.subjectId)
  return new Map(rows.flatMap(({ id, amount }) => (id === null ? [] : [[id, amount]])))
}

/** Credits debited on a site for each subject, by its id. */
export async function sumDebits(tx: Tx, site: Site): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: creditLedger.subjectId, amount: sql<number>`(-sum(${creditLedger.amount}))::int` })
    .from(creditLedger)
    .where(
      and(eq(creditLedger.site, site), isNotNull(creditLedger.subjectId), eq(creditLedger.kind, 'debit')),
    )
    .groupBy(creditLedger.subjectId)
  return new Map(rows.flatMap(({ id, amount }) => (id === null ? [] : [[id, amount]])))
}
