const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Of webhooks. */
export const webhookLimits = {
  /** Endpoints of one company. */
  endpoints: 10,
  /** Bytes of a body. */
  body: 20_000,
  /** Bytes of an answer that are read; only its status counts. */
  answer: 16_384,
  /** A whole attempt, looking up the name included. */
  attemptMs: 15 * second,
  /** After this long a claimed delivery belongs to nobody any more. */
  leaseMs: minute,
  /** Attempts at the same time, in one process and for one endpoint. */
  concurrency: { process: 16, endpoint: 2 },
  /** How long a former secret still signs, next to the new one. */
  formerSecretMs: day,
  /** An endpoint that fails all the time: its owner is told, and later it is turned off. */
  failing: { toldAfterMs: day, offAfterMs: 5 * day, offAfterToldMs: 2 * day },
  /** How long what was delivered, or given up, is kept. */
  keptMs: 30 * day,
  /** Deliveries that a page of the log holds. */
  page: 50,
  /** Ids that an event names at most. */
  ids: 100,
  /** Characters of a text in an event. */
  text: 200,
} as const

/** Pauses between the attempts at a delivery: about three days in all. */
export const retryPausesMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
/** A pause is longer or shorter by at most this part of it, so that what failed together does not come back together. */
export const retryJitter = 0.2
/** No Retry-After is followed further. */
export const longestRetryAfterMs = day
