import { timestamp } from 'drizzle-orm/pg-core'

/** A column for a point in time; all our tables store it with the time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })
