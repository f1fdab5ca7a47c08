import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { markDownloadReported } from '../downloads/commands.ts'
import type { DownloadRow } from '../downloads/tables.ts'
import { reportLengths } from './limits.ts'
import { reports } from './tables.ts'

export type ReturnedReport = {
  readonly file: DownloadRow
  readonly problem: string
  readonly device: string
  readonly leads: number
  readonly now: Date
}

/**
 * Puts leads that were sent back, and that no rule decided, on the super admins' list: with the person's open report of
 * the same file if there is one, so that a file that is sent back lead by lead fills no list.
 * @returns the report's id
 */
export async function reportReturned(
  tx: Tx,
  scope: CompanyScope,
  { file, problem, device, leads, now }: ReturnedReport,
): Promise<string> {
  const { companyId, userId } = scope
  const isOpen = and(
    eq(reports.subjectId, file.id),
    eq(reports.userId, userId),
    eq(reports.state, 'open'),
    isNotNull(reports.leads),
    // One that is decided says what was given back: what comes later is a report of its own.
    isNull(reports.refunded),
  )
  const [open] = await tx
    .update(reports)
    .set({ leads: sql`${reports.leads} + ${leads}` })
    .where(isOpen)
    .returning({ id: reports.id })
  if (open) return open.id
  const { searchName, dictId, filter, dslFilter, queryUrl } = file
  const [row] = await tx
    .insert(reports)
    .values({
      ...{ id: newId('rpt'), kind: 'download', subjectId: file.id, companyId, userId, leads },
      ...{ searchName, dictId, filter, dslFilter, queryUrl, problem },
      ...{ device: device.slice(0, reportLengths.device), state: 'open', createdAt: now },
    })
    .returning({ id: reports.id })
  if (!row) throw new AppError('internal', 'The report was not stored')
  await markDownloadReported(tx, scope, file.id)
  return row.id
}
