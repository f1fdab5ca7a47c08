import { setTimeout as delay } from 'node:timers/promises'

const FIRST_PAUSE_MS = 50
/** Short, so that the result is recorded before another sender takes the mail for abandoned. */
const LONGEST_PAUSE_MS = 500

/**
 * Repeats a write for as long as the database cannot be reached or has no space. Only for a write that may be repeated.
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

/**
 * SQLSTATE classes 08 (connection), 53 (no space, too many connections), 57 (shutdown, crash, starting up, timeout) and
 * 58 (the disk), and sockets that fail.
 */
const OUTAGE_CODE = /^(?:08|53|57|58|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH)/
const OUTAGE_MESSAGE =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|query read timeout|connection error/i

function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException
    if (typeof code === 'string' && OUTAGE_CODE.test(code)) return true
    if (OUTAGE_MESSAGE.test(current.message)) return true
  }
  return false
}
