export const dropLimits = {
  /** A data broker fetches the lists at least this often. Cal. Civ. Code 1798.99.86(c). */
  everyDays: 45,
  /** A cycle begins so many days after the last one. */
  beginAfterDays: 30,
  /** From then on super admins see it in red. */
  urgentAfterDays: 40,
  /** Of the archive, packed, in bytes. */
  archiveBytes: 2_000_000_000,
  unpackedBytes: 4_000_000_000,
  /** Work items in one file of an upload. */
  itemsAFile: 500_000,
  requestMs: 10 * 60_000,
  /** After an answer that names no time. */
  retrySeconds: 60,
  /** After an answer that a person has to see to: a key that is not valid, a fee that is not paid. */
  refusedSeconds: 60 * 60,
  /** A webhook's time may differ from ours by this. */
  webhookSkewMs: 5 * 60_000,
} as const
