import { periodOf } from '@freeor/billing/queries'
import { sumRefunds } from '@freeor/credits/ledger'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gte, inArray, ne, sum } from 'drizzle-orm'
import { getLeadCustomer } from '../allowance/queries.ts'
import { leadsSite } from '../allowance/site.ts'
import { downloads } from '../downloads/tables.ts'
import { spendingLimits } from './tables.ts'

type Use = { readonly companyId: string; readonly userIds: readonly string[]; readonly since: Date }

/**
 * The new leads of each member's downloads since then, less what was given back for them. Those of failed files are not
 * debited at all. Nothing is counted up: a counter of its own could be wrong after a crash.
 */
export async function readMemberUse(
  tx: Tx,
  { companyId, userIds, since }: Use,
): Promise<ReadonlyMap<string, number>> {
  const areTheirs = and(
    eq(downloads.companyId, companyId),
    inArray(downloads.userId, [...userIds]),
    gte(downloads.createdAt, since),
    ne(downloads.state, 'failed'),
  )
  const rows = await tx
    .select({ userId: downloads.userId, leads: sum(downloads.newLeads).mapWith(Number) })
    .from(downloads)
    .where(areTheirs)
    .groupBy(downloads.userId)
  const used = new Map(rows.flatMap(({ userId, leads }) => (userId === null ? [] : [[userId, leads]])))
  // Nothing is given back for a download before it is made.
  const refunds = await sumRefunds(tx, { companyId, site: leadsSite }, since)
  if (refunds.size === 0) return used
  const refunded = await tx
    .select({ id: downloads.id, userId: downloads.userId })
    .from(downloads)
    .where(and(areTheirs, inArray(downloads.id, [...refunds.keys()])))
  for (const { id, userId } of refunded)
    if (userId !== null) used.set(userId, (used.get(userId) ?? 0) - (refunds.get(id) ?? 0))
  return used
}

export type MemberLimit = {
  readonly limit: number
  readonly used: number
  readonly left: number
  readonly periodEnd: Date
}

/** What a member may still take in the running period; undefined without a limit. The owner has none. */
export async function readMemberLimit(
  tx: Tx,
  { companyId, userId, role }: CompanyScope,
  now: Date,
): Promise<MemberLimit | undefined> {
  if (role === 'owner') return undefined
  const isTheirs = and(eq(spendingLimits.companyId, companyId), eq(spendingLimits.userId, userId))
  const [row] = await tx.select({ leads: spendingLimits.leads }).from(spendingLimits).where(isTheirs)
  if (!row) return undefined
  const { start, end } = periodOf(await getLeadCustomer(tx, companyId), now)
  const used = (await readMemberUse(tx, { companyId, userIds: [userId], since: start })).get(userId) ?? 0
  return { limit: row.leads, used, left: Math.max(0, row.leads - used), periodEnd: end }
}

/**
 * Refuses an order that its member's limit does not cover. The caller holds the lock of the company's customer, under
 * which orders are recorded, so that parallel ones count each other.
 * @throws AppError spending_limit_exceeded with what is left
 */
export async function requireSpendingLimit(
  tx: Tx,
  scope: CompanyScope,
  { newLeads, now }: { readonly newLeads: number; readonly now: Date },
): Promise<void> {
  const member = await readMemberLimit(tx, scope, now)
  if (!member || newLeads <= member.left) return
  const { limit, used, left, periodEnd } = member
  throw new AppError(
    'spending_limit_exceeded',
    `This file takes ${newLeads} new leads, and you may take ${left} more until ${periodEnd.toISOString().slice(0, 10)}. Please ask for approval.`,
    { details: { limit, used, left, newLeads, periodEnd: periodEnd.toISOString() } },
  )
}
