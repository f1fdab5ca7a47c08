import { renewMs } from './retry.ts'

/**
 * Renews the hold on a message while `work` sends and marks it. A renewal that fails is left to the next: the database
 * may be away for a moment.
 */
export async function holding<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
