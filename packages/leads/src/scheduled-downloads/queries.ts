import { can } from '@freeor/accounts/policy'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { scheduleLimits } from './limits.ts'
import type { ScheduledDownload, ScheduleRun } from './schema.ts'
import { type RunRow, type ScheduleRow, scheduledDownloads, scheduledRuns } from './tables.ts'

/** Of one that never was, and of one that the caller has nothing to do with: nobody learns which. */
export const noSuchSchedule = () => new AppError('not_found', 'There is no such scheduled download')

const scheduleRows = (tx: Tx) =>
  tx
    .select({ schedule: scheduledDownloads, name: users.name, email: users.email })
    .from(scheduledDownloads)
    .innerJoin(users, eq(users.id, scheduledDownloads.userId))
    .$dynamic()

type Row = { readonly schedule: ScheduleRow; readonly name: string; readonly email: string }

/** All of the company for who manages people, else one's own; oldest first. */
export async function listSchedules(tx: Tx, scope: CompanyScope): Promise<ScheduledDownload[]> {
  const { companyId, userId } = scheduledDownloads
  const isTheirs = can(scope.role, 'people.manage') ? undefined : eq(userId, scope.userId)
  const rows = await scheduleRows(tx)
    .where(and(eq(companyId, scope.companyId), isTheirs))
    .orderBy(asc(scheduledDownloads.createdAt), asc(scheduledDownloads.id))
  return await withRuns(tx, rows)
}

/** @throws AppError not_found for one of another company, or of another member where one may not see it */
export async function getSchedule(tx: Tx, scope: CompanyScope, id: string): Promise<ScheduledDownload> {
  const [row] = await scheduleRows(tx).where(
    and(eq(scheduledDownloads.id, id), eq(scheduledDownloads.companyId, scope.companyId)),
  )
  const isTheirs = row && (row.schedule.userId === scope.userId || can(scope.role, 'people.manage'))
  const [schedule] = isTheirs ? await withRuns(tx, [row]) : []
  if (!schedule) throw noSuchSchedule()
  return schedule
}

async function withRuns(tx: Tx, rows: readonly Row[]): Promise<ScheduledDownload[]> {
  const ids = rows.map(({ schedule }) => schedule.id)
  const runs =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(scheduledRuns)
          .where(inArray(scheduledRuns.scheduleId, ids))
          .orderBy(desc(scheduledRuns.dueAt))
  const runsOf = Map.groupBy(runs, ({ scheduleId }) => scheduleId)
  return rows.map((row) => toSchedule(row, runsOf.get(row.schedule.id) ?? []))
}

function toSchedule({ schedule, name, email }: Row, runs: readonly RunRow[]): ScheduledDownload {
  const { id, userId: uid, order, rhythm, ceiling, onlyChanges, isPaused } = schedule
  const { dictId, filter, dslFilter, q, format } = order
  return {
    ...{ id, uid, name, email, searchName: nameOf(schedule), dictId, filter, dslFilter, q, format },
    ...{ rhythm, ceiling, onlyChanges, paused: isPaused },
    nextAt: isPaused ? null : schedule.nextAt.toISOString(),
    runs: runs.slice(0, scheduleLimits.runsShown).map(toRun),
    timestamp: schedule.createdAt.toISOString(),
  }
}

export const nameOf = ({ order }: Pick<ScheduleRow, 'order'>): string =>
  order.searchName?.trim() || order.dictId

const toRun = ({ id, dueAt, state, rows, newLeads, downloadId, reason }: RunRow): ScheduleRun => ({
  ...{ id, dueAt: dueAt.toISOString(), state, rows, newLeads, downloadId, reason },
})
