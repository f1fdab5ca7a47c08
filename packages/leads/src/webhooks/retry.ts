import { longestRetryAfterMs, retryJitter, retryPausesMs } from './limits.ts'

type Failed = {
  /** Attempts so far, this one included. */
  readonly tries: number
  readonly now: Date
  /** The answer's Retry-After header. */
  readonly retryAfter: string | undefined
  /** From 0 to 1. */
  readonly random: number
}

/** When a delivery is tried again; undefined when it is given up. Never earlier than the endpoint asked for. */
export function nextAttempt({ tries, now, retryAfter, random }: Failed): Date | undefined {
  const pause = retryPausesMs[tries - 1]
  if (pause === undefined) return undefined
  const jittered = pause * (1 + retryJitter * (2 * random - 1))
  return new Date(now.getTime() + Math.max(jittered, readRetryAfter(retryAfter, now)))
}

/** Milliseconds of a Retry-After header, in seconds or as a date; 0 for none and for what cannot be read. */
function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestRetryAfterMs) : 0
}
