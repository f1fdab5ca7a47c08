import { AppError } from '@freeor/kernel/errors'

export type CountLine = {
  /**
   * Runs work of an account that counts a whole search, when its turn comes.
   * @throws AppError `rate_limited` with `retryAfter` (seconds) when too many wait; the signal's reason when given up.
   */
  run<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export type CountLimits = { perAccount: number; total: number; waitingPerAccount: number; waiting: number }

/** What quotes, confirms and saved searches count takes longer than a page of a search: few at a time. */
export const countLimits: CountLimits = { perAccount: 2, total: 8, waitingPerAccount: 60, waiting: 240 }

/** Within it at least one count of those under way has passed its cap. */
const RETRY_AFTER_SECONDS = 4

/**
 * Counts under way in this process. Unlike a search, an order waits a while for its turn: it is sent once and is not
 * asked again by itself. The first in line whose account has a place is next, so that one account holds up no other.
 */
export function openCountLine(limits: CountLimits = countLimits): CountLine {
  const running: string[] = []
  const line: { account: string; start(): void }[] = []
  const isFree = (account: string) =>
    running.length < limits.total && running.filter((one) => one === account).length < limits.perAccount

  function callNext(): void {
    const next = line.findIndex(({ account }) => isFree(account))
    if (next < 0) return
    const [called] = line.splice(next, 1)
    if (!called) return
    running.push(called.account)
    called.start()
  }

  async function waitInLine(account: string, signal: AbortSignal | undefined): Promise<void> {
    const own = line.filter((waiting) => waiting.account === account).length
    if (!isFree(account) && (own >= limits.waitingPerAccount || line.length >= limits.waiting)) {
      throw new AppError(
        'rate_limited',
        'Too many requests like this one are waiting. Please try again soon.',
        {
          details: { retryAfter: RETRY_AFTER_SECONDS },
        },
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { account, start: resolve }
    const giveUp = () => {
      const place = line.indexOf(waiting)
      if (place >= 0) line.splice(place, 1)
      if (place >= 0) reject(signal?.reason)
    }
    line.push(waiting)
    signal?.addEventListener('abort', giveUp, { once: true })
    callNext()
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  return {
    async run(account, work, signal) {
      signal?.throwIfAborted()
      await waitInLine(account, signal)
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(account), 1)
        callNext()
      }
    },
  }
}
