import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { type Limiter, openLimiter, type Refusal } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import { leadsLimits, longestSearch } from '../limits.ts'

/** Limits the running searches in this process. A refusal is `rate_limited` with `retryAfter` in seconds. */
export const openSearchLimiter = (clock: Clock): Limiter =>
  openLimiter(leadsLimits.searches, { refuse: refusal, now: () => clock.now().getTime() })

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

function refusal({ reason, oldestMs }: Refusal): AppError {
  const text = {
    key: 'Your earlier searches are still running',
    all: 'Many people are searching right now',
    timeout: 'Other searches are still running',
  }[reason]
  // By then the oldest of the searches it waits for must have ended.
  const retryAfter = Math.max(1, Math.ceil(longestSearch - oldestMs / 1000))
  return new AppError('rate_limited', text, { details: { retryAfter } })
}
