import { companies, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import { downloads } from '../downloads/tables.ts'
import type { OwnReport, Report, ReportDetails } from './schema.ts'
import { reports } from './tables.ts'

type Row = typeof reports.$inferSelect

const DAY_MS = 86_400_000
const SHOWN = 200

export function toReport(row: Row): Report {
  const { id, kind, subjectId, searchName, queryUrl: url, filter, dslFilter, dictId } = row
  return {
    ...{ id, kind, of: subjectId, searchName, queryUrl: { url, filter, dslFilter, dictId } },
    ...{ problem: row.problem, device: row.device, state: row.state, answer: row.answer },
    answeredAt: row.answeredAt?.toISOString() ?? null,
    refunded: row.refunded,
    timestamp: row.createdAt.toISOString(),
  }
}

/** The person's own reports, newest first, at most 200. */
export async function listOwnReports(tx: Tx, { userId, companyId }: CompanyScope): Promise<OwnReport[]> {
  const rows = await tx
    .select({ report: reports, fileState: downloads.state, withdrawnAt: downloads.withdrawnAt })
    .from(reports)
    .leftJoin(downloads, and(eq(downloads.id, reports.subjectId), eq(downloads.companyId, reports.companyId)))
    .where(and(eq(reports.userId, userId), eq(reports.companyId, companyId)))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(SHOWN)
  return rows.map(({ report, fileState, withdrawnAt }) => ({
    ...toReport(report),
    ...{ leads: report.leads, closedAt: report.closedAt?.toISOString() ?? null },
    hasFile: fileState === 'ready' && withdrawnAt === null,
  }))
}

const readDetails = async (tx: Tx, isIt: SQL | undefined): Promise<ReportDetails[]> => {
  const rows = await tx
    .select({ report: reports, email: users.email, companyName: companies.name, cost: downloads.newLeads })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.userId))
    .innerJoin(companies, eq(companies.id, reports.companyId))
    .leftJoin(downloads, eq(downloads.id, reports.subjectId))
    .where(isIt)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(SHOWN)
  return rows.map(({ report, email, companyName, cost }) => ({
    ...toReport(report),
    ...{ uid: report.userId, email, companyId: report.companyId, companyName },
    cost: report.leads ?? cost,
    leads: report.leads,
  }))
}

/** Everybody's reports in a state, newest first, at most 200. */
export async function listReports(
  tx: Tx,
  _superAdmin: SuperAdminScope,
  { state }: { readonly state: Row['state'] },
): Promise<ReportDetails[]> {
  return await readDetails(tx, eq(reports.state, state))
}

export const noReport = () => new AppError('not_found', 'There is no such report')

/** Reports of a person within a day. */
export const countReportsToday = async (tx: Tx, userId: string, now: Date): Promise<number> =>
  await tx.$count(
    reports,
    and(eq(reports.userId, userId), gt(reports.createdAt, new Date(now.getTime() - DAY_MS))),
  )
