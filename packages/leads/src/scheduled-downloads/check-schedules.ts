import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { downloads } from '../downloads/tables.ts'
import { scheduledDownloads, scheduledRuns } from './tables.ts'

export type ScheduleViolation = { readonly invariant: 'I26'; readonly id: string; readonly detail: string }

/**
 * I26: what a schedule ordered is a download of its company and member, took no more new leads than its ceiling unless
 * somebody ordered what waited above it, and no download is of two runs.
 */
export async function checkSchedules(tx: Tx): Promise<ScheduleViolation[]> {
  const { rows } = await tx.execute<{ id: string; detail: string }>(sql`
    SELECT run.id, CASE
        WHEN file.id IS NULL THEN 'its download is not there'
        WHEN file.company_id <> schedule.company_id OR file.user_id <> schedule.user_id THEN 'its download is of somebody else'
        WHEN file.new_leads > run.new_leads THEN 'its download took more new leads than were ordered'
        WHEN run.new_leads > run.ceiling AND NOT run.is_approved THEN 'it ordered more than its ceiling by itself'
        ELSE 'its download is of another run too' END AS detail
    FROM ${scheduledRuns} AS run
      JOIN ${scheduledDownloads} AS schedule ON schedule.id = run.schedule_id
      LEFT JOIN ${downloads} AS file ON file.id = run.download_id
    WHERE run.state = 'ordered' AND (file.id IS NULL OR file.company_id <> schedule.company_id
      OR file.user_id <> schedule.user_id OR file.new_leads > run.new_leads
      OR (run.new_leads > run.ceiling AND NOT run.is_approved)
      OR EXISTS (SELECT 1 FROM ${scheduledRuns} AS other WHERE other.download_id = run.download_id AND other.id <> run.id))`)
  return rows.map((row) => ({ invariant: 'I26', ...row }))
}
