import { setTimeout as delay } from 'node:timers/promises'
import { isOutage } from '@freeor/postgres/outage'

const FIRST_PAUSE_MS = 50
/** Short, so that the result is recorded before another sender takes the mail for abandoned. */
const LONGEST_PAUSE_MS = 500

/**
 * Repeats a write for as long as the database is away, full or too slow. Only for a write that may be repeated.
 * An accepted mail whose record is lost would be sent twice, so this waits for PostgreSQL, however long.
 * @param signal ends the waiting
 * @throws the error of the write, when it is no outage or the signal is aborted.
 */
export async function acrossOutage(write: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  for (let repeat = 0; ; repeat++) {
    try {
      await write()
      return
    } catch (error) {
      if (signal?.aborted || !isOutage(error)) throw error
      await delay(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** repeat))
    }
  }
}
