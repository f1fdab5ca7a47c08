import { openJobs } from '@freeor/postgres/jobs'
import { announcedDatabase } from './database.ts'

/** Has the running server do a scheduled job now. It would do it at the next full minute. */
export async function runJob(queue: string): Promise<void> {
  const jobs = openJobs({ url: await announcedDatabase(), log: () => undefined, upkeep: false })
  await jobs.start()
  try {
    await jobs.send(undefined, queue, {})
  } finally {
    await jobs.stop()
  }
}
