import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { type Limiter, openLimiter, type Refusal } from '@freeor/kernel/limiter'
import { leadsLimits, longestSearch } from '../limits.ts'

/** Limits the running searches in this process. A refusal is `rate_limited` with `retryAfter` in seconds. */
export const openSearchLimiter = (clock: Clock): Limiter =>
  openLimiter(leadsLimits.searches, { refuse: refusal, now: () => clock.now().getTime() })

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
