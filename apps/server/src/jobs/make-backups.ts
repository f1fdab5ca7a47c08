import { storeBackup } from '../backup/store-backup.ts'
import type { Deps } from '../deps.ts'

const queue = 'make-backup'
const expireInSeconds = 12 * 3600

/** Backups by schedule, where there is a place for them. One server makes each. */
export async function startBackups(deps: Deps): Promise<void> {
  const { backups, jobs, db, files, dataDir, clock, log } = deps
  // Without a place too: what was scheduled while there was one must not wait for ever.
  await jobs.work(queue, { queue: { retries: 2, expireInSeconds } }, async () => {
    if (!backups) return
    const engines = { pool: db.$client, olap: backups.olap }
    const { key } = await storeBackup(backups, {
      ...{ engines, files, dataDir, now: clock.now(), onProgress: () => undefined },
    })
    log.info({ key }, 'A backup was stored')
  })
  if (backups) await jobs.schedule(queue, backups.choice.cron)
}
