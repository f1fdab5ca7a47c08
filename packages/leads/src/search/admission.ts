import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'

export type SearchAdmission = {
  /**
   * Takes a place for one search of an account; the result gives it back, once.
   * @throws AppError `rate_limited` with `retryAfter` (seconds) when the account or the house is full.
   */
  enter(account: string): () => void
}

export type AdmissionLimits = { perAccount: number; total: number; seconds: number }

/** Two searches of an account at a time, sixteen in all; none takes longer than three seconds and a half. */
export const searchLimits: AdmissionLimits = { perAccount: 2, total: 16, seconds: 3.5 }

/** Counts the searches under way in this process. Nobody waits in line: who is refused asks again. */
export function openSearchAdmission(clock: Clock, limits: AdmissionLimits = searchLimits): SearchAdmission {
  const underWay = new Map<symbol, { account: string; started: number }>()

  /** Seconds until the oldest of these must have ended. */
  const secondsLeft = (started: readonly number[]): number => {
    const ended = Math.min(...started) + limits.seconds * 1000
    return Math.max(1, Math.ceil((ended - clock.now().getTime()) / 1000))
  }

  return {
    enter(account) {
      const all = [...underWay.values()]
      const own = all.filter((search) => search.account === account)
      if (own.length >= limits.perAccount) {
        throw new AppError('rate_limited', 'Your earlier searches are still running', {
          details: { retryAfter: secondsLeft(own.map(({ started }) => started)) },
        })
      }
      if (all.length >= limits.total) {
        throw new AppError('rate_limited', 'Many people are searching right now', {
          details: { retryAfter: secondsLeft(all.map(({ started }) => started)) },
        })
      }
      const place = Symbol(account)
      underWay.set(place, { account, started: clock.now().getTime() })
      return () => {
        underWay.delete(place)
      }
    },
  }
}

/**
 * At most `places` statements at a time, first come, first served. One search sends several at once, and the engine
 * refuses more than it has places for instead of letting them wait.
 */
export function openStatementLine(
  places: number,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let taken = 0
  const line: (() => void)[] = []
  return async (work, signal) => {
    if (taken < places) taken++
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else taken--
    }
  }
}
