/** SQLSTATEs of a server that cannot serve now: no connection, no resources, shutting down, or a timeout. */
const outageStates = /^(08...|53...|57P0[1-5]|57014|25P0[34]|55P03|58000|58030)$/

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])

/** Driver errors that have a message and no code. */
const driverMessages =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client (has encountered a connection error|was closed))/

const deepest = 8

/**
 * Whether an error, however often it was wrapped, was caused by PostgreSQL being away, full or too slow. The same call
 * may well succeed in a moment, and nothing is wrong with it.
 */
export function isOutage(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < deepest && one instanceof Error; depth++) {
    const { code, syscall } = one as NodeJS.ErrnoException
    if (code !== undefined && (outageStates.test(code) || networkCodes.has(code))) return true
    // The unix socket of a server that is restarting.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (driverMessages.test(one.message)) return true
    one = one.cause
  }
  return false
}

const noRoomCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether an error was caused by a full disk, PostgreSQL's or ours. */
export function isNoRoom(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < deepest && one instanceof Error; depth++) {
    const { code } = one as NodeJS.ErrnoException
    if (code !== undefined && noRoomCodes.has(code)) return true
    one = one.cause
  }
  return false
}

/** Whether a statement timed out without any answer: nothing more can be sent over its connection. */
export function isSilence(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < deepest && one instanceof Error; depth++) {
    if (one.message === 'Query read timeout') return true
    one = one.cause
  }
  return false
}
