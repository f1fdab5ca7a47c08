import { recordAudit } from '@freeor/accounts/commands'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { refundDebit } from '../allowance/reservations/commands.ts'
import { markDownloadReported } from '../downloads/commands.ts'
import { getDownload } from '../downloads/queries.ts'
import { decideReturned } from '../returns/commands.ts'
import { markReported } from '../saved-searches/commands.ts'
import { getOwnSearch } from '../saved-searches/queries.ts'
import { reportLengths, reportsInDay } from './limits.ts'
import type { ReportDeps } from './ports.ts'
import { countReportsToday, noReport, toReport } from './queries.ts'
import type { NewReport, Report, ReportAction } from './schema.ts'
import { reports } from './tables.ts'

export type Reporting = { readonly input: NewReport; readonly device: string }

/**
 * Keeps what somebody says is wrong with their search or their company's download.
 * @throws AppError not_found, also for another's; conflict while an own report of it is open; rate_limited past 20 a day
 */
export async function makeReport(
  { db, clock }: Pick<ReportDeps, 'db' | 'clock'>,
  scope: CompanyScope,
  { input: { kind, id: subjectId, problem }, device }: Reporting,
): Promise<Report> {
  const { companyId, userId } = scope
  const now = clock.now()
  return await db.transaction(async (tx) => {
    // Two windows wait for each other, so that a thing is reported once and the day's limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const { searchName, queryUrl } = await findSubject(tx, scope, { kind, subjectId, now })
    const isOpen = and(
      eq(reports.subjectId, subjectId),
      eq(reports.userId, userId),
      eq(reports.state, 'open'),
    )
    if ((await tx.$count(reports, isOpen)) > 0)
      throw new AppError('conflict', 'You have reported this. We will answer by mail.')
    if ((await countReportsToday(tx, userId, now)) >= reportsInDay)
      throw new AppError('rate_limited', `${reportsInDay} reports a day are taken at most.`)
    const { url, ...texts } = queryUrl
    const id = newId('rpt')
    const [row] = await tx
      .insert(reports)
      .values({
        ...{ id, kind, subjectId, companyId, userId, searchName, ...texts, queryUrl: url, problem },
        ...{ device: device.slice(0, reportLengths.device), state: 'open', createdAt: now },
      })
      .returning()
    if (!row) throw new AppError('internal', 'The report was not stored')
    if (kind === 'search') await markReported(tx, { id: subjectId, reportId: id, device: row.device })
    else await markDownloadReported(tx, scope, subjectId)
    return toReport(row)
  })
}

type Subject = Pick<Report, 'kind'> & { readonly subjectId: string; readonly now: Date }

const findSubject = async (tx: Tx, scope: CompanyScope, { kind, subjectId, now }: Subject) =>
  kind === 'search'
    ? await getOwnSearch(tx, scope, subjectId)
    : await getDownload({ db: tx, clock: { now: () => now } }, scope, subjectId)

export type Handling = {
  readonly superAdmin: SuperAdminScope
  readonly id: string
  readonly action: ReportAction
}

/**
 * Answers, refunds or closes a report, and tells the reporter by mail, all at once or not at all. A file is refunded
 * once, whoever asks.
 * @throws AppError not_found; conflict for a closed report, and for a refund of what cost nothing or was refunded
 */
export async function handleReport(deps: ReportDeps, { superAdmin, id, action }: Handling): Promise<Report> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(reports).where(eq(reports.id, id)).for('update')
    if (!row) throw noReport()
    if (row.state === 'closed') throw new AppError('conflict', 'This report is closed.')
    const refunded = action.refund ? await refundReport(tx, row, { superAdmin, now }) : undefined
    const { answer, close } = action
    // What is closed without a refund is refused.
    if (close && row.leads !== null && refunded === undefined)
      await decideReturned(tx, { reportId: id, isRefunded: false, userId: superAdmin.userId, now })
    const [changed] = await tx
      .update(reports)
      .set({
        ...(answer !== undefined && { answer, answeredAt: now }),
        ...(refunded !== undefined && { refunded }),
        ...(close && { state: 'closed' as const, closedAt: now }),
      })
      .where(eq(reports.id, id))
      .returning()
    if (!changed) throw noReport()
    await recordAudit(tx, {
      ...{ action: 'report.handled', now, actorUserId: superAdmin.userId, subjectUserId: row.userId },
      ...{ companyId: row.companyId, objectType: 'report', objectId: id },
      details: { answered: answer !== undefined, refunded: refunded ?? null, closed: close },
    })
    const [reporter] = await tx.select({ email: users.email }).from(users).where(eq(users.id, row.userId))
    const news = { searchName: row.searchName, answer, refunded, isClosed: close }
    if (reporter) await deps.mailReporter(tx, { to: reporter.email, ...news })
    return toReport(changed)
  })
}

type Refunding = { readonly superAdmin: SuperAdminScope; readonly now: Date }

async function refundReport(
  tx: Tx,
  { kind, subjectId: downloadId, id, leads }: typeof reports.$inferSelect,
  { superAdmin: { userId }, now }: Refunding,
): Promise<number> {
  if (kind !== 'download')
    throw new AppError('conflict', 'A search costs nothing: only a download is refunded.')
  if (leads !== null) return await decideReturned(tx, { reportId: id, isRefunded: true, userId, now })
  const outcome = await refundDebit(tx, { downloadId, userId, reason: `Report ${id}`, now })
  if (outcome.status === 'nothing_debited') throw new AppError('conflict', 'This file cost nothing.')
  if (outcome.status === 'already_refunded') throw new AppError('conflict', 'This file was refunded already.')
  return outcome.amount
}
