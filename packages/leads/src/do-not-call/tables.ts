import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * The editions of the do-not-call registry that an operator has imported. Their numbers are in the engine, under the
 * number of the edition; this row decides which edition is in force.
 */
export const doNotCallEditions = pgTable(
  'do_not_call_editions',
  {
    edition: integer('edition').generatedAlwaysAsIdentity().primaryKey(),
    kind: text('kind', { enum: ['full', 'changes'] }).notNull(),
    /** `reading` from its first number in the engine on: without its row they would be swept. `past`: no longer in force. */
    state: text('state', { enum: ['reading', 'current', 'past'] }).notNull(),
    /** The edition that a list of changes was applied to. */
    base: integer('base'),
    /** When the list was obtained from the registry: its age counts from then. */
    obtainedAt: instant('obtained_at').notNull(),
    /** Distinct numbers. */
    numbers: bigint('numbers', { mode: 'number' }).notNull(),
    /** Numbers that a list of changes brought in and took out. */
    added: bigint('added', { mode: 'number' }).notNull(),
    removed: bigint('removed', { mode: 'number' }).notNull(),
    /** The area codes it has numbers of: nothing is known of numbers elsewhere. */
    areaCodes: integer('area_codes').array().notNull(),
    createdAt: instant('created_at').notNull(),
    pastSince: instant('past_since'),
  },
  (table) => [
    uniqueIndex('do_not_call_editions_current').on(table.state).where(sql`${table.state} = 'current'`),
    index('do_not_call_editions_past_since').on(table.pastSince),
    check('do_not_call_editions_state_known', sql`${table.state} IN ('reading', 'current', 'past')`),
    check('do_not_call_editions_kind', sql`(${table.kind} = 'changes') = (${table.base} IS NOT NULL)`),
    check('do_not_call_editions_past', sql`(${table.state} = 'past') = (${table.pastSince} IS NOT NULL)`),
  ],
)

export type DoNotCallEdition = typeof doNotCallEditions.$inferSelect
