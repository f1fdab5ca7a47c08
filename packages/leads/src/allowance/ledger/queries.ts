import { listMembers, type MemberOfCompany } from '@freeor/accounts/members/queries'
import { periodOf } from '@freeor/billing/queries'
import { listDailyUse, listLedger as listLedgerLines, listMonthlyUse } from '@freeor/credits/ledger'
import { listLots } from '@freeor/credits/lots/queries'
import { listPaidSubjects } from '@freeor/credits/reservations/queries'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { getLeadCustomer } from '../queries.ts'
import type { CompanyLeads, LedgerEntry, LedgerUse, UseOverTime } from '../schema.ts'
import { leadsSite } from '../site.ts'

/** The company's ledger, newest first; `before` is the sequence of the last line already seen. */
export async function listLedger(
  tx: Tx,
  scope: CompanyScope,
  page: { readonly limit: number; readonly before?: number },
): Promise<LedgerEntry[]> {
  const lines = await listLedgerLines(tx, scope, { ...page, site: leadsSite })
  return lines.map(({ at, lotExpiresAt, subjectId, subjectName, ...line }) => ({
    ...line,
    at: at.toISOString(),
    lotExpiresAt: lotExpiresAt?.toISOString() ?? null,
    downloadId: subjectId,
    fileName: subjectName,
  }))
}

/**
 * Leads used on each day of the running billing period, in UTC; a day without use is 0, and today is the last day. What
 * was given back counts on the day it was given back, and no day is below 0.
 * @throws AppError payment_required when the company never had a plan
 */
export async function readLedgerUse(tx: Tx, { companyId }: CompanyScope, now: Date): Promise<LedgerUse> {
  const customer = await getLeadCustomer(tx, companyId)
  const { start, end } = periodOf(customer, now)
  // Before the anchor (a clock that was set back) the period is still to come: only its first day is listed.
  const last = now < start ? start : now
  const days = await listDailyUse(tx, customer, { start, last })
  return { period_start: start.toISOString(), period_end: end.toISOString(), days }
}

const shownMonths = 12

/**
 * Leads used in this month and the eleven before it, by month and by person. Both add up to the same: what the ledger
 * debited less what it gave back for files.
 */
export async function readUseOverTime(tx: Tx, { companyId }: CompanyScope, now: Date): Promise<UseOverTime> {
  const firsts = Array.from(
    { length: shownMonths },
    (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (shownMonths - 1 - i), 1)),
  )
  const uses = await listMonthlyUse(tx, { companyId, site: leadsSite }, firsts[0] ?? now)
  const members = await listMembers(tx, companyId)
  const names = new Map(members.map((member) => [member.userId, nameOf(member, members)]))
  const months = new Map(firsts.map((first) => [first.toISOString().slice(0, 7), 0]))
  const people = new Map<string | null, { name: string | null; used: number }>()
  for (const { month, userId, used } of uses) {
    months.set(month, (months.get(month) ?? 0) + used)
    const name = names.get(userId ?? '') ?? null
    const key = name === null ? null : userId
    people.set(key, { name, used: (people.get(key)?.used ?? 0) + used })
  }
  return {
    months: [...months].map(([month, used]) => ({ month, used })),
    people: [...people.values()].toSorted((a, b) => b.used - a.used),
  }
}

/** What tells a member from the others. */
function nameOf({ userId, name, email }: MemberOfCompany, members: readonly MemberOfCompany[]): string {
  const isShared = members.some((other) => other.userId !== userId && other.name === name)
  return name && !isShared ? name : email
}

const shownLots = 100
const shownFiles = 100

/** A company's lots, and the files that it paid for; newest first. */
export async function readCompanyLeads(tx: Tx, _: SuperAdminScope, companyId: string): Promise<CompanyLeads> {
  const balance = { companyId, site: leadsSite } as const
  const lots = await listLots(tx, balance, shownLots)
  const files = await listPaidSubjects(tx, balance, shownFiles)
  return {
    lots: lots.map(
      ({ companyId: _company, site: _site, origin, startsAt, expiresAt, createdAt, ...lot }) => ({
        ...lot,
        planID: origin,
        startsAt: startsAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      }),
    ),
    files: files.map(({ subjectId, amount, paidAt, isRefunded }) => ({
      downloadId: subjectId,
      leads: amount,
      paidAt: paidAt?.toISOString() ?? '',
      isRefunded,
    })),
  }
}
