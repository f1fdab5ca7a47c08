import { renewMs } from './retry.ts'

/**
 * Renews the lease on a message while `work` sends it and records the result. A renewal that fails is left to the next
 * one: the database may be away for a moment.
 */
export async function holding<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
