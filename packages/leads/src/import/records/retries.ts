import type { imports } from '../tables.ts'

/** Reason of an abort from outside, e.g. because the server stops: nothing is wrong with the file. */
export class CutOff extends Error {}

/** Which import is begun again, and the how many-th attempt it is. */
export type ImportRetry = { readonly of: string; readonly attempt: number }

/** A file that ends the process each time must not do so for ever. */
export const mostAttempts = 3

/** A live import records a sign every two seconds. */
const quietMilliseconds = 6_000

/** A retry begins within seconds; after this long there will be none, e.g. because the upload is not there any more. */
const retryBeginsWithinMilliseconds = 60_000

type Cut = Pick<
  typeof imports.$inferSelect,
  'state' | 'isCutOff' | 'uploadId' | 'attempt' | 'progressAt' | 'endedAt'
> & { readonly retriedBy: string | null }

/**
 * Whether nobody works on an import at this moment, and it is tried again in the next.
 * @param startedAt when this process started: what was cut off before waited for it
 */
export function isRetrying(one: Cut, now: Date, startedAt: number = performance.timeOrigin): boolean {
  if (one.uploadId === null || one.attempt >= mostAttempts || one.retriedBy !== null) return false
  if (one.state === 'running') return now.getTime() - one.progressAt.getTime() > quietMilliseconds
  if (one.state !== 'failed' || !one.isCutOff || one.endedAt === null) return false
  return now.getTime() - Math.max(one.endedAt.getTime(), startedAt) < retryBeginsWithinMilliseconds
}
