import type { Database } from '@freeor/postgres/database'
import { and, eq, inArray } from 'drizzle-orm'
import { downloads } from '../../downloads/tables.ts'
import { type ScheduleRow, scheduledDownloads, scheduledRuns } from '../tables.ts'

/**
 * Takes back what was ordered and whose file could not be made: its leads were given back and count as not taken, so that
 * the next download has them. @returns the schedule as it is then; undefined where it is deleted
 */
export async function takeBackFailed(
  db: Database,
  { id }: Pick<ScheduleRow, 'id'>,
): Promise<ScheduleRow | undefined> {
  return await db.transaction(async (tx) => {
    const isIt = eq(scheduledDownloads.id, id)
    const [schedule] = await tx.select().from(scheduledDownloads).where(isIt).for('update')
    const failed = await tx
      .select({ id: scheduledRuns.id, since: scheduledRuns.sinceVersion })
      .from(scheduledRuns)
      .innerJoin(downloads, eq(downloads.id, scheduledRuns.downloadId))
      .where(
        and(
          eq(scheduledRuns.scheduleId, id),
          eq(scheduledRuns.state, 'ordered'),
          eq(downloads.state, 'failed'),
        ),
      )
    if (!schedule || failed.length === 0) return schedule
    const ids = failed.map((run) => run.id)
    await tx.update(scheduledRuns).set({ state: 'failed' }).where(inArray(scheduledRuns.id, ids))
    // 0 stands for none: before the first version.
    const first = Math.min(schedule.takenVersion ?? 0, ...failed.map(({ since }) => since ?? 0))
    const [changed] = await tx
      .update(scheduledDownloads)
      .set({ takenVersion: first === 0 ? null : first })
      .where(isIt)
      .returning()
    return changed
  })
}
