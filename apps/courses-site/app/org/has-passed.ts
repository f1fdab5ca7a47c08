/** The last place on earth where a day ends: 12 hours after UTC. */
const lastPlaceMs = 12 * 3_600_000

/** Whether a day (ISO 8601) is over, wherever its reader is: the server does not know in which time zone they are. */
export const hasPassed = (day: string, now: Date): boolean =>
  day !== '' && day < new Date(now.getTime() - lastPlaceMs).toISOString().slice(0, 10)
