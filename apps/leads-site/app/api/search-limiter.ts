import { openLimiter } from '@freeor/kernel/limiter'
import { leadsLimits } from '@freeor/leads/limits'

/**
 * An account may have two searches running. The page asks for more than that while someone types (the answer,
 * the map, the next rows), so its searches wait here instead of being refused there.
 */
const limiter = openLimiter({ concurrency: leadsLimits.searches.concurrencyPerKey })

/**
 * Waits until one more search may run and gives the function that ends it.
 * @throws the signal's reason when it was aborted meanwhile
 */
export async function acquireSearch(signal: AbortSignal | undefined): Promise<() => void> {
  // On the server every request belongs to another user.
  if (typeof document === 'undefined') return () => undefined
  return await limiter.acquire({ signal })
}
