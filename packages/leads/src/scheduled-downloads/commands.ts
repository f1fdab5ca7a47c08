import { recordAudit } from '@freeor/accounts/commands'
import { type Acting, actionOf, holdMembership } from '@freeor/accounts/companies/commands'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq } from 'drizzle-orm'
import { lockLeadCustomer } from '../allowance/commands.ts'
import { chooseColumns } from '../downloads/file-columns.ts'
import { requireDownloadRight } from '../downloads/policy.ts'
import { requirePreset } from '../downloads/presets/presets.ts'
import { downloadRequest } from '../downloads/schema.ts'
import { lastVersion } from '../query/ast.ts'
import { firstTime, nextTime } from './due-times.ts'
import { scheduleLimits } from './limits.ts'
import type { ScheduleDeps } from './ports.ts'
import { getSchedule } from './queries.ts'
import { orderSince } from './repeated-order.ts'
import type { ScheduleChange, ScheduledDownload, ScheduleInput } from './schema.ts'
import { scheduledDownloads } from './tables.ts'

const DAY_MS = 86_400_000

/**
 * Orders a download again and again, in the caller's name. The search is read once here, so that a mistake in it is said
 * now and not next Monday.
 * @throws AppError forbidden for a viewer, invalid_query, invalid_request, conflict when the company has 20
 */
export async function createSchedule(
  deps: ScheduleDeps,
  acting: Acting,
  input: ScheduleInput,
): Promise<ScheduledDownload> {
  const { scope } = acting
  requireDownloadRight(scope)
  const order = downloadRequest.parse(input.order)
  const { columns } = await deps.compile(scope, order)
  // As long as it will ever be: a search that has room now must have it for what is new, too.
  await deps.compile(scope, orderSince(input.order, lastVersion))
  requirePreset(order, chooseColumns(order, columns).length)
  const now = deps.clock.now()
  const today = now.toISOString().slice(0, 10)
  const { firstOn = today } = input
  const startsAt = firstTime(firstOn)
  requireSoon(startsAt, now)
  const id = newId('sdl')
  return await deps.db.transaction(async (tx) => {
    const { companyId, userId } = scope
    await holdMembership(tx, scope)
    await lockLeadCustomer(tx, companyId, userId)
    await requireFew(tx, scope)
    const { rhythm, ceiling, onlyChanges } = input
    await tx.insert(scheduledDownloads).values({
      ...{ id, companyId, userId, order: input.order, rhythm, ceiling, onlyChanges },
      ...{ startsAt, nextAt: firstOn === today ? now : startsAt, createdAt: now },
    })
    await recordAudit(tx, {
      ...actionOf(acting, now),
      ...{
        action: 'download.scheduled',
        objectType: 'scheduled_download',
        objectId: id,
        details: { rhythm, ceiling },
      },
    })
    return await getSchedule(tx, scope, id)
  })
}

/** Today is the earliest first day, and a year from now the latest. */
function requireSoon(startsAt: Date, now: Date): void {
  const [day, today] = [startsAt.toISOString().slice(0, 10), now.toISOString().slice(0, 10)]
  if (day < today)
    throw new AppError('invalid_request', 'The first day has passed: choose today or a later one.')
  if (startsAt.getTime() > now.getTime() + scheduleLimits.startsWithinDays * DAY_MS)
    throw new AppError('invalid_request', 'The first day is more than a year away.')
}

async function requireFew(tx: Tx, { companyId }: CompanyScope): Promise<void> {
  const [found] = await tx
    .select({ schedules: count() })
    .from(scheduledDownloads)
    .where(eq(scheduledDownloads.companyId, companyId))
  if ((found?.schedules ?? 0) >= scheduleLimits.schedules)
    throw new AppError(
      'conflict',
      `Your account has ${scheduleLimits.schedules} scheduled downloads: delete one first.`,
    )
}

/** Changes it, or pauses it and lets it go on. It goes on with the next due time: none that passed is made up for. */
export async function changeSchedule(
  deps: Pick<ScheduleDeps, 'db' | 'clock'>,
  acting: Acting,
  { id, change }: { readonly id: string; readonly change: ScheduleChange },
): Promise<ScheduledDownload> {
  const { scope } = acting
  requireDownloadRight(scope)
  const now = deps.clock.now()
  const { paused, ...fields } = change
  return await deps.db.transaction(async (tx) => {
    await getSchedule(tx, scope, id)
    const isIt = eq(scheduledDownloads.id, id)
    const [row] = await tx.select().from(scheduledDownloads).where(isIt).for('update')
    if (!row) return await getSchedule(tx, scope, id)
    const isPaused = paused ?? row.isPaused
    const isMoved = (row.isPaused && !isPaused) || (fields.rhythm ?? row.rhythm) !== row.rhythm
    await tx
      .update(scheduledDownloads)
      .set({
        ...fields,
        isPaused,
        ...(isMoved && { nextAt: nextTime(row.startsAt, fields.rhythm ?? row.rhythm, now) }),
        ...(row.isPaused && !isPaused && { refusals: 0 }),
      })
      .where(isIt)
    await recordAudit(tx, {
      ...actionOf(acting, now),
      ...{
        action: 'download.schedule_changed',
        objectType: 'scheduled_download',
        objectId: id,
        details: change,
      },
    })
    return await getSchedule(tx, scope, id)
  })
}

/** What it ordered stays. @throws AppError not_found */
export async function deleteSchedule(
  deps: Pick<ScheduleDeps, 'db' | 'clock'>,
  acting: Acting,
  id: string,
): Promise<void> {
  const { scope } = acting
  requireDownloadRight(scope)
  await deps.db.transaction(async (tx) => {
    await getSchedule(tx, scope, id)
    const isIt = and(eq(scheduledDownloads.id, id), eq(scheduledDownloads.companyId, scope.companyId))
    await tx.delete(scheduledDownloads).where(isIt)
    await recordAudit(tx, {
      ...actionOf(acting, deps.clock.now()),
      ...{ action: 'download.schedule_deleted', objectType: 'scheduled_download', objectId: id },
    })
  })
}
