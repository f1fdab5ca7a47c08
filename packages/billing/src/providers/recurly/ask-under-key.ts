import { ReplayedFailure } from './adapters/http.ts'

const KEYS = 5

/**
 * Recurly replays a stored 5xx for an hour. A replay proves that the first call has ended, so when it had no effect,
 * the next key is safe; all callers try the same keys in the same order.
 */
export async function underKey<T, S = never>(
  key: string | undefined,
  call: (key: string | undefined) => Promise<T>,
  settled?: () => Promise<S | undefined>,
): Promise<T | S> {
  for (let round = 1; ; round += 1) {
    try {
      return await call(key && round > 1 ? `${key}.${round}` : key)
    } catch (error) {
      if (!(error instanceof ReplayedFailure) || round === KEYS) throw error
      const outcome = await settled?.()
      if (outcome) return outcome
    }
  }
}
