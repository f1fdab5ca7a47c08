import { prepareDownloads } from '@freeor/leads/downloads/commands'
import { downloadQueue } from '@freeor/leads/downloads/ports'
import { sweepDownloads } from '@freeor/leads/downloads/upkeep/commands'
import { MAX_ATTEMPTS, recoverDownloads, runDownload } from '@freeor/leads/downloads/writing/commands'
import type { LeadsDeps } from './leads-deps.ts'

/** Writes download files. A job whose worker is gone is put back by the queue; each minute those without a job get one. */
export async function startDownloadWriting(deps: LeadsDeps): Promise<void> {
  await prepareDownloads(deps)
  const queue = {
    retries: MAX_ATTEMPTS,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 10,
    expireInSeconds: 3600,
  }
  await deps.jobs.work<{ downloadId: string }>(
    downloadQueue,
    { concurrency: 2, pollingSeconds: 1, queue },
    async ({ data, signal }) => {
      deps.onDownloadEnd(await runDownload(deps, { downloadId: data.downloadId, signal }))
    },
  )
  await recoverDownloads(deps)
  await deps.jobs.work('recover-downloads', { queue: { retries: 0 } }, async () => {
    await recoverDownloads(deps)
  })
  await deps.jobs.schedule('recover-downloads', '* * * * *')
  await deps.jobs.work('sweep-downloads', {}, async () => {
    await sweepDownloads(deps)
  })
  await deps.jobs.schedule('sweep-downloads', '*/10 * * * *')
}
