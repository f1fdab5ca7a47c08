import { takeReturnedMail } from '@freeor/messaging/returned/commands'
import { readFolder } from '@freeor/messaging/returned/read-folder'
import type { Deps } from '../deps.ts'

export const readMailFolderJob = 'read-mail-folder'

/** Every minute takes in what came back into the configured folder. */
export async function startReadingMail({ db, jobs, clock, log, inboundMail }: Deps): Promise<void> {
  const { folder, returnPath } = inboundMail
  if (folder === undefined || returnPath === undefined) return
  await jobs.work(readMailFolderJob, {}, async () => {
    await readFolder(
      folder,
      async (raw) => await takeReturnedMail(db, { raw, source: 'folder', returnPath, now: clock.now() }),
      (error, file) => log.warn({ err: error, file }, 'A mail that came back could not be taken in'),
    )
  })
  await jobs.schedule(readMailFolderJob, '* * * * *')
}
