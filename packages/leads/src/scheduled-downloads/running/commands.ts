import { findMemberScope } from '@freeor/accounts/scope'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { confirmDownload } from '../../downloads/commands.ts'
import type { DownloadInput } from '../../downloads/ports.ts'
import { quoteDownload } from '../../downloads/price-download.ts'
import { findOrdered } from '../../downloads/queries.ts'
import type { Download, OfferedQuote } from '../../downloads/schema.ts'
import { nextTime } from '../due-times.ts'
import { scheduleLimits } from '../limits.ts'
import type { ScheduleDeps } from '../ports.ts'
import { getSchedule, nameOf, noSuchSchedule } from '../queries.ts'
import { orderSince } from '../repeated-order.ts'
import type { ScheduledDownload } from '../schema.ts'
import { type RunRow, type ScheduleRow, scheduledDownloads, scheduledRuns } from '../tables.ts'
import { takeBackFailed } from './take-back-failed.ts'

type Log = { warn(fields: object, message: string): void }

/** Orders what is due. One that fails waits for the next minute; the others do not wait for it. */
export async function runDueSchedules(
  deps: ScheduleDeps & { readonly log: Log },
  signal?: AbortSignal,
): Promise<void> {
  const due = await deps.db
    .select()
    .from(scheduledDownloads)
    .where(and(eq(scheduledDownloads.isPaused, false), lte(scheduledDownloads.nextAt, deps.clock.now())))
    .orderBy(asc(scheduledDownloads.nextAt))
  for (const schedule of due) {
    if (signal?.aborted) return
    await runSchedule(deps, schedule).catch((error: unknown) =>
      deps.log.warn(
        { error: String(error), schedule: schedule.id },
        'A scheduled download waits for the next minute',
      ),
    )
  }
}

type Outcome = Pick<RunRow, 'state'> &
  Partial<Pick<RunRow, 'rows' | 'newLeads' | 'downloadId' | 'reason'>> & {
    /** The version of which nothing is left to take. */
    readonly takenVersion?: number
  }

/**
 * Orders one download for one due time. Whatever is done is found again by the order's key: after a crash between the
 * order and its record, the same download is recorded.
 */
async function runSchedule(deps: ScheduleDeps, due: ScheduleRow): Promise<void> {
  const schedule = await takeBackFailed(deps.db, due)
  if (schedule?.nextAt.getTime() !== due.nextAt.getTime()) return
  const { companyId, userId, nextAt } = schedule
  const scope = await findMemberScope(deps.db, { userId, companyId })
  if (!scope) return
  const key = `schedule ${schedule.id} ${nextAt.toISOString()}`
  const earlier = await findOrdered(deps, scope, key)
  const outcome = earlier ? orderedOf(earlier) : await orderDue(deps, scope, { schedule, key })
  await deps.db.transaction(async (tx) => await record(deps, tx, { schedule, outcome }))
}

const orderedOf = ({ id, downloadCount, newLeads, dataVersion }: Download): Outcome => ({
  ...{ state: 'ordered', downloadId: id, rows: downloadCount, newLeads, takenVersion: dataVersion },
})

type Due = { readonly schedule: ScheduleRow; readonly key: string }

async function orderDue(deps: ScheduleDeps, scope: CompanyScope, { schedule, key }: Due): Promise<Outcome> {
  try {
    const input = orderSince(schedule.order, sinceOf(schedule))
    const quote = await quoteDownload(deps, scope, input)
    const { rows, newLeads, dataVersion } = quote
    if (quote.outcome === 'nothing_to_download') return { state: 'nothing', takenVersion: dataVersion }
    if (newLeads > schedule.ceiling) return { state: 'waiting', rows, newLeads }
    return await orderQuoted(deps, scope, { input, quote, key })
  } catch (error) {
    if (isFinal(error)) return { state: 'refused', reason: error.message }
    throw error
  }
}

/** What will be refused again in a minute; the rest is tried again. */
const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError &&
  error.status < 500 &&
  !['rate_limited', 'conflict', 'gone'].includes(error.code)

type Quoted = { readonly input: DownloadInput; readonly quote: OfferedQuote; readonly key: string }

/** Never for more than the quote says: it is binding. */
async function orderQuoted(
  deps: ScheduleDeps,
  scope: CompanyScope,
  { input, quote, key }: Quoted,
): Promise<Outcome> {
  const named = { ...input, ...(quote.binding && { quote: quote.binding.token }) }
  const confirmed = await confirmDownload(deps, scope, { input: named, ownKey: key })
  if (confirmed.outcome === 'ok') return orderedOf(confirmed.download)
  return { state: 'refused', reason: refusals[confirmed.outcome] }
}

const refusals = {
  nothing_to_download: 'The file would be empty.',
  file_limit_exceeded: 'It is larger than one file of your plan.',
  insufficient_credits: 'You do not have enough leads remaining.',
} as const

/** All leads at first, then those that are new or changed. */
const sinceOf = ({ onlyChanges, takenVersion }: ScheduleRow) => (onlyChanges ? takenVersion : null)

type Recorded = { readonly schedule: ScheduleRow; readonly outcome: Outcome }

/** Once for a due time: whoever comes second finds it done. */
async function record(deps: ScheduleDeps, tx: Tx, { schedule, outcome }: Recorded): Promise<void> {
  const now = deps.clock.now()
  const isIt = eq(scheduledDownloads.id, schedule.id)
  const [current] = await tx.select().from(scheduledDownloads).where(isIt).for('update')
  if (current?.nextAt.getTime() !== schedule.nextAt.getTime()) return
  const { takenVersion, ...run } = outcome
  await tx
    .update(scheduledRuns)
    .set({ state: 'replaced' })
    .where(and(eq(scheduledRuns.scheduleId, schedule.id), eq(scheduledRuns.state, 'waiting')))
  await tx.insert(scheduledRuns).values({
    ...run,
    ...{
      id: newId('srn'),
      scheduleId: schedule.id,
      dueAt: schedule.nextAt,
      ceiling: current.ceiling,
      sinceVersion: sinceOf(schedule),
      createdAt: now,
    },
  })
  const refused = run.state === 'refused' ? current.refusals + 1 : 0
  const isPaused = refused >= scheduleLimits.refusals
  await tx
    .update(scheduledDownloads)
    .set({
      // The first one of today may come before its hour.
      nextAt: nextTime(current.startsAt, current.rhythm, new Date(Math.max(+now, +current.startsAt))),
      refusals: refused,
      ...(isPaused && { isPaused }),
      ...(takenVersion !== undefined && { takenVersion: laterVersion(takenVersion) }),
    })
    .where(isIt)
  await tell(deps, tx, { schedule: current, outcome, isPaused })
}

const laterVersion = (version: number) =>
  sql`greatest(coalesce(${scheduledDownloads.takenVersion}, 0), ${version}::int)`

type Told = Recorded & { readonly isPaused: boolean }

async function tell(
  { mailSchedule }: ScheduleDeps,
  tx: Tx,
  { schedule, outcome, isPaused }: Told,
): Promise<void> {
  const [person] = await tx.select({ to: users.email }).from(users).where(eq(users.id, schedule.userId))
  if (!person || outcome.state === 'nothing') return
  const news = { to: person.to, searchName: nameOf(schedule) }
  const { rows = 0, newLeads = 0, reason } = outcome
  if (outcome.state === 'ordered') await mailSchedule(tx, { ...news, news: 'ordered', rows, newLeads })
  else if (outcome.state === 'waiting')
    await mailSchedule(tx, { ...news, news: 'waiting', newLeads, ceiling: schedule.ceiling })
  else await mailSchedule(tx, { ...news, news: 'refused', reason: reason ?? '', isPaused })
}

type Waiting = {
  readonly id: string
  readonly runId: string
  /** The price that was shown. */
  readonly newLeads: number
}

/**
 * Orders what waits above the ceiling, for at most the price that was shown. Ordered twice, it is one download.
 * @throws AppError not_found, also for a schedule of somebody else: it is ordered in its owner's name; conflict when it
 *   waits no more or costs more by now; what an order of one's own throws
 */
export async function orderWaiting(
  deps: ScheduleDeps,
  scope: CompanyScope,
  { id, runId, newLeads }: Waiting,
): Promise<ScheduledDownload> {
  const { uid } = await getSchedule(deps.db, scope, id)
  if (uid !== scope.userId) throw noSuchSchedule()
  const { schedule, run } = await readRun(deps.db, { id, runId })
  if (run.state === 'ordered') return await getSchedule(deps.db, scope, id)
  const key = `schedule ${id} run ${runId}`
  const earlier = await findOrdered(deps, scope, key)
  const outcome = earlier
    ? orderedOf(earlier)
    : await orderShown(deps, scope, { schedule, run, shown: newLeads, key })
  const approved = { id, runId, outcome, since: sinceOf(schedule) }
  await deps.db.transaction(async (tx) => await recordApproved(tx, approved))
  return await getSchedule(deps.db, scope, id)
}

async function readRun(tx: Tx, { id, runId }: Pick<Waiting, 'id' | 'runId'>) {
  const [found] = await tx
    .select({ schedule: scheduledDownloads, run: scheduledRuns })
    .from(scheduledRuns)
    .innerJoin(scheduledDownloads, eq(scheduledDownloads.id, scheduledRuns.scheduleId))
    .where(and(eq(scheduledRuns.id, runId), eq(scheduledDownloads.id, id)))
  if (!found) throw noSuchSchedule()
  return found
}

type Shown = {
  readonly schedule: ScheduleRow
  readonly run: RunRow
  readonly shown: number
  readonly key: string
}

async function orderShown(
  deps: ScheduleDeps,
  scope: CompanyScope,
  { schedule, run, shown, key }: Shown,
): Promise<Outcome> {
  if (run.state !== 'waiting') throw new AppError('conflict', 'This download does not wait any more.')
  const input = orderSince(schedule.order, sinceOf(schedule))
  const quote = await quoteDownload(deps, scope, input)
  if (quote.newLeads > shown)
    throw new AppError(
      'conflict',
      `This download takes ${quote.newLeads} new leads now, and ${shown} were shown.`,
      {
        details: { newLeads: quote.newLeads, shown },
      },
    )
  const outcome = await orderQuoted(deps, scope, { input, quote, key })
  if (outcome.state !== 'ordered') throw new AppError('payment_required', outcome.reason ?? '')
  return outcome
}

type Approved = Pick<Waiting, 'id' | 'runId'> & {
  readonly outcome: Outcome
  readonly since: number | null
}

async function recordApproved(tx: Tx, { id, runId, outcome, since }: Approved): Promise<void> {
  const { takenVersion = 0, ...run } = outcome
  const isOpen = inArray(scheduledRuns.state, ['waiting', 'replaced'])
  await tx
    .update(scheduledRuns)
    .set({ ...run, isApproved: true, sinceVersion: since })
    .where(and(eq(scheduledRuns.id, runId), isOpen))
  await tx
    .update(scheduledDownloads)
    .set({ takenVersion: laterVersion(takenVersion) })
    .where(eq(scheduledDownloads.id, id))
}
