import { newId } from '@freeor/kernel/ids'
import { repeatedOrder } from '@freeor/leads/scheduled-downloads/schema'
import { scheduledDownloads, scheduledRuns } from '@freeor/leads/scheduled-downloads/tables'
import { eq } from 'drizzle-orm'
import { firmsDictId } from './firms.ts'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** A download of theirs that repeats, and a run of it that waits above the ceiling. */
export async function addScheduleOf(
  { deps: { db, clock } }: TestSystem,
  { userId, companyId }: Pick<Person, 'userId' | 'companyId'>,
): Promise<{ scheduleId: string; runId: string }> {
  const [scheduleId, runId, now] = [newId('sdl'), newId('srn'), clock.now()]
  const nextAt = new Date(now.getTime() + 86_400_000)
  const order = repeatedOrder.parse({ dictId: firmsDictId, filter: 'company:"Firm 0001 LLC"' })
  await db.insert(scheduledDownloads).values({
    ...{ id: scheduleId, companyId, userId, order, rhythm: 'weekly', ceiling: 0, onlyChanges: true },
    ...{ startsAt: nextAt, nextAt, createdAt: now },
  })
  await db.insert(scheduledRuns).values({
    ...{
      id: runId,
      scheduleId,
      dueAt: now,
      state: 'waiting',
      rows: 1,
      newLeads: 1,
      ceiling: 0,
      createdAt: now,
    },
  })
  return { scheduleId, runId }
}

/** The person's company has none. */
export async function clearSchedules({ deps: { db } }: TestSystem, { companyId }: Person): Promise<void> {
  await db.delete(scheduledDownloads).where(eq(scheduledDownloads.companyId, companyId))
}
