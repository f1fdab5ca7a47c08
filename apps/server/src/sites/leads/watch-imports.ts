import { AppError } from '@freeor/kernel/errors'
import { lookMilliseconds, openImportWatch } from '@freeor/leads/import/records/end-unattended'
import { listPendingRetries, type PendingRetry } from '@freeor/leads/import/records/list-pending-retries'
import { sweepTables } from '@freeor/leads/import/version/sweep-tables'
import { openUpload } from '../../api/imports/upload-source.ts'
import { repeat } from '../../repeat.ts'
import type { LeadsDeps } from './leads-deps.ts'

/**
 * Every two seconds: ends imports whose process is gone, and begins those of uploads again, so that nobody watches a
 * bar that does not move.
 * @returns what stops it
 */
export function watchImports(deps: LeadsDeps): () => Promise<void> {
  const look = openImportWatch(deps.imports)
  const refused = new Set<string>()
  const lookAndRetry = async () => {
    if ((await look()) > 0) await sweepTables(deps.imports)
    await beginRetries(deps, refused)
  }
  return repeat(lookAndRetry, {
    everyMs: lookMilliseconds,
    onError: (error) => deps.log.warn({ error: String(error) }, 'The running imports could not be looked at'),
  })
}

/** Begins what was cut off again, once the search engine answers. */
async function beginRetries(deps: LeadsDeps, refused: Set<string>): Promise<void> {
  const pending = (await listPendingRetries(deps.imports)).filter(({ retry }) => !refused.has(retry.of))
  if (pending.length === 0 || !(await deps.olap.ping())) return
  for (const one of pending) {
    try {
      await beginRetry(deps, one)
    } catch (error) {
      const { of } = one.retry
      // Its file is not in this server's folder, or cannot be read any more: asking again changes nothing.
      if (error instanceof AppError && error.code !== 'unavailable') refused.add(of)
      deps.log.warn(
        { importId: of, error: String(error) },
        'An import that was cut off could not be begun again',
      )
    }
  }
}

async function beginRetry(deps: LeadsDeps, { uploadId, ...order }: PendingRetry): Promise<void> {
  const source = await openUpload(deps, uploadId)
  const importId = await deps.runningImports.start({ ...order, source, uploadId })
  deps.log.info({ importId, ...order.retry }, 'An import that was cut off is begun again')
}
