import { setTimeout as delay } from 'node:timers/promises'

const FIRST_PAUSE_MS = 50
/** With the pauses doubling, 25 s in all: well within the lease on the mail. */
const REPEATS = 9

/**
 * Runs a write again while the database cannot be reached, for about 25 s. Only for a write that may be repeated: an
 * accepted mail whose mark is lost would be sent twice, so a restarting PostgreSQL is waited for.
 * @throws what the write fails with, when it is no outage or lasts longer.
 */
export async function acrossOutage(write: () => Promise<void>): Promise<void> {
  for (let repeat = 0; ; repeat++) {
    try {
      await write()
      return
    } catch (error) {
      if (repeat >= REPEATS || !isOutage(error)) throw error
      await delay(FIRST_PAUSE_MS * 2 ** repeat)
    }
  }
}

/** SQLSTATE classes 08 (connection) and 57P (shutdown, crash, starting up), and sockets that fail. */
const OUTAGE_CODE = /^(?:08|57P|ECONN|EPIPE|ENOENT)/
const OUTAGE_MESSAGE = /connection terminated|connection timeout|timeout exceeded when trying to connect/i

function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException
    if (typeof code === 'string' && OUTAGE_CODE.test(code)) return true
    if (OUTAGE_MESSAGE.test(current.message)) return true
  }
  return false
}
