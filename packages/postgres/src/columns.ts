import { timestamp } from 'drizzle-orm/pg-core'

/** A column for a moment in time, which every table of ours keeps with its zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })
