import { AppError } from '@freeor/kernel/errors'
import { type LimitedRequest, Limiter } from '@freeor/kernel/limiter'
import { hashingLimits } from '../limits.ts'

export type HashingPriority = keyof typeof hashingLimits

/** Within a priority the keys share what may run: a client address, or an account that proved itself. */
export type HashRequest = Required<Pick<LimitedRequest<HashingPriority>, 'priority' | 'key'>>

/**
 * Limits the hashing of passwords: a hash takes about 60 ms of a core and 32 MB, so more of them at the same time would
 * starve everything else. A refusal is `rate_limited` with `details.busy`: the queue is full or does not move.
 */
export const openHashingLimiter = (): Limiter<HashingPriority> => new Limiter(hashingLimits, { refuse: busy })

const busy = () =>
  new AppError('rate_limited', 'Too many people are logging in. Please try again in a moment.', {
    details: { retryAfter: 1, busy: true },
  })
