import { listMembers } from '@freeor/accounts/members/queries'
import { can } from '@freeor/accounts/policy'
import { users } from '@freeor/accounts/tables'
import { periodOf } from '@freeor/billing/queries'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { getLeadCustomer } from '../allowance/queries.ts'
import { readMemberUse } from './require-spending-limit.ts'
import type { DownloadApproval, MemberSpending, Spending } from './schema.ts'
import { downloadApprovals, spendingLimits } from './tables.ts'

const SHOWN = 100

/** What the members of a company may take and have taken in the running period: of all for who manages people. */
export async function readSpending(tx: Tx, scope: CompanyScope, now: Date): Promise<Spending> {
  const { companyId, userId } = scope
  const seesAll = can(scope.role, 'people.manage')
  const { start, end } = periodOf(await getLeadCustomer(tx, companyId), now)
  const people = (await listMembers(tx, companyId)).filter((person) => seesAll || person.userId === userId)
  const used = await readMemberUse(tx, {
    ...{ companyId, since: start },
    userIds: people.map((person) => person.userId),
  })
  const limits = new Map((await listLimits(tx, scope)).map(({ uid, leads }) => [uid, leads]))
  const members = people.map(({ memberId, userId: uid, name, email, role }): MemberSpending => {
    const limit = role === 'owner' ? null : (limits.get(uid) ?? null)
    const taken = used.get(uid) ?? 0
    return {
      ...{ memberId, uid },
      name,
      email,
      role,
      limit,
      used: taken,
      left: limit === null ? null : Math.max(0, limit - taken),
    }
  })
  return {
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
    members,
    approvals: await listApprovals(tx, scope, { now, ofAll: seesAll }),
  }
}

/** The limits of a company's members. */
export async function listLimits(
  tx: Tx,
  { companyId }: CompanyScope,
): Promise<{ uid: string; leads: number }[]> {
  return await tx
    .select({ uid: spendingLimits.userId, leads: spendingLimits.leads })
    .from(spendingLimits)
    .where(eq(spendingLimits.companyId, companyId))
    .orderBy(spendingLimits.userId)
}

type Which = { readonly now: Date; readonly ofAll: boolean }

/** Downloads that were asked for above a limit, newest first: of all, or the member's own. */
export async function listApprovals(
  tx: Tx,
  { companyId, userId }: CompanyScope,
  { now, ofAll }: Which,
): Promise<DownloadApproval[]> {
  const inCompany = eq(downloadApprovals.companyId, companyId)
  const rows = await approvalRows(tx)
    .where(ofAll ? inCompany : and(inCompany, eq(downloadApprovals.userId, userId)))
    .orderBy(desc(downloadApprovals.createdAt), desc(downloadApprovals.id))
    .limit(SHOWN)
  return rows.map((row) => toApproval(row, now))
}

/** Of one that never was, and of one that the caller has nothing to do with: nobody learns which. */
export const noSuchApproval = () => new AppError('not_found', 'There is no such download to approve')

/** @throws AppError not_found for an approval of another company, or of another member where one may not decide */
export async function getApproval(
  tx: Tx,
  scope: CompanyScope,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<DownloadApproval> {
  const [row] = await approvalRows(tx).where(
    and(eq(downloadApprovals.id, id), eq(downloadApprovals.companyId, scope.companyId)),
  )
  const isTheirs = row && (can(scope.role, 'people.manage') || row.approval.userId === scope.userId)
  if (!isTheirs) throw noSuchApproval()
  return toApproval(row, now)
}

const approvalRows = (tx: Tx) =>
  tx
    .select({ approval: downloadApprovals, name: users.name, email: users.email })
    .from(downloadApprovals)
    .innerJoin(users, eq(users.id, downloadApprovals.userId))
    .$dynamic()

type Row = {
  readonly approval: typeof downloadApprovals.$inferSelect
  readonly name: string
  readonly email: string
}

function toApproval({ approval, name, email }: Row, now: Date): DownloadApproval {
  const { id, userId, searchName, input, rows, newLeads, note, state, reason, downloadId } = approval
  const isExpired = state === 'waiting' && approval.expiresAt <= now
  return {
    ...{
      id,
      uid: userId,
      name,
      email,
      searchName,
      dictId: input.dictId,
      rows,
      newLeads,
      note,
      reason,
      downloadId,
    },
    state: isExpired ? 'expired' : state,
    timestamp: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
  }
}
