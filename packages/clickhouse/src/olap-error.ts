import { ClickHouseError } from '@clickhouse/client'
import { AppError } from '@freeor/kernel/errors'

/**
 * ClickHouse's error numbers of a passed cap: time, rows, bytes, memory, estimated time, size of the result, depth and
 * size of the statement.
 */
const tooWide = new Set(['158', '159', '160', '167', '168', '241', '307', '396'])
/** Busy, cancelled under us, shutting down, no thread or no memory left in the server as a whole. */
const notNow = new Set(['202', '203', '236', '394', '439', '516', '999'])

/** Turns what the client or the engine threw into an AppError; the engine's words stay in `cause`. */
export function asOlapError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (!(error instanceof ClickHouseError)) return engineUnavailable(error)
  if (isDiskFull(error)) return diskFull(error)
  if (tooWide.has(error.code)) return searchTooWide(error)
  if (notNow.has(error.code)) return engineUnavailable(error)
  return new AppError('internal', 'The search engine refused a statement', { cause: error })
}

/** The engine found the disk full, or the operating system said so in the middle of a file. */
const isDiskFull = ({ code, message }: ClickHouseError): boolean =>
  code === '243' || /No space left on device|errno: 28\b/.test(message)

const diskFull = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'The disk of the search engine is full, and nothing was changed: make room and try again',
    {
      cause,
      details: { reason: 'disk_full', retryAfter: 60 },
    },
  )

/** A cap was passed. */
export function searchTooWide(cause?: unknown): AppError {
  return new AppError('search_too_wide', 'This search reads too much at once: narrow it and try again', {
    cause,
  })
}

/** The engine is down, starting or full. `retryAfter` is in seconds. */
export function engineUnavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'The search engine is not available right now: try again in a moment', {
    cause,
    details: { retryAfter: 2 },
  })
}

/** The engine's own message of an error that a statement or its data caused, e.g. a value that cannot be read. */
export function engineMessage(error: unknown): string | undefined {
  if (error instanceof ClickHouseError) return error.message
  return error instanceof Error && error.cause !== undefined ? engineMessage(error.cause) : undefined
}
