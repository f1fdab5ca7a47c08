import { AppError } from '@freeor/kernel/errors'
import { type Limiter, type Limits, openLimiter } from '@freeor/kernel/limiter'
import { leadsLimits } from '../limits.ts'

/** Within this time, at least one of the running counts has passed its cap. */
const RETRY_AFTER_SECONDS = 4

/**
 * Limits the running counts in this process. Unlike a search, an order waits for a while: it is sent once and is not
 * retried by itself. A refusal is `rate_limited` with `retryAfter` in seconds.
 */
export const openCountLimiter = (limits: Limits = leadsLimits.counts): Limiter =>
  openLimiter(limits, {
    refuse: () =>
      new AppError('rate_limited', 'Too many requests like this one are waiting. Please try again soon.', {
        details: { retryAfter: RETRY_AFTER_SECONDS },
      }),
  })
