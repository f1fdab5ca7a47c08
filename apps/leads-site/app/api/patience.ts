import { ApiProblem } from '@freeor/api-client/client'

const passing = ['rate_limited', 'unavailable']
const tries = 3
/** Over a longer wait than this, in seconds, the user decides. */
const longest = 5

/** Seconds until a retry makes sense; undefined when it does not. */
function waitAfter(error: unknown, tried: number): number | undefined {
  if (!(error instanceof ApiProblem) || !passing.includes(error.code) || tried >= tries) return undefined
  const { retryAfter } = error.details
  const seconds = typeof retryAfter === 'number' ? retryAfter : tried
  return seconds <= longest ? seconds : undefined
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/**
 * Retries the work a little later when the server was only busy. Not on the server itself: there the page waits.
 * @throws what the last try threw, or the signal's reason
 */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      const seconds = typeof document === 'undefined' ? undefined : waitAfter(error, tried)
      if (seconds === undefined || signal?.aborted) throw error
      await pause(seconds, signal)
    }
  }
}
