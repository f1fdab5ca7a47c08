import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'

/**
 * Does the work as one of the searches of its company. A search whose signal is aborted no longer counts, although the
 * engine ends it later: a user who goes on typing does not wait for what was typed before.
 * @throws AppError `rate_limited`; the signal's reason
 */
export async function runAsSearch<T>(
  searches: Limiter,
  { scope, signal }: { scope: CompanyScope; signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const release = await searches.acquire({ key: scope.companyId, signal })
  signal?.addEventListener('abort', release, { once: true })
  try {
    return await work()
  } finally {
    signal?.removeEventListener('abort', release)
    release()
  }
}
