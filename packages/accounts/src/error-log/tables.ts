import { instant } from '@freeor/postgres/columns'
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ErrorSample } from './schema.ts'

/** Groups of equal errors, with their number and the last example. */
export const errorGroups = pgTable(
  'error_groups',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the type, the message without its numbers and ids, and the place that threw it. */
    fingerprint: text('fingerprint').notNull(),
    type: text('type', { enum: ['rendering', 'server'] }).notNull(),
    /** The message of the last one. */
    error: text('error').notNull(),
    state: text('state', { enum: ['open', 'resolved'] }).notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    sample: jsonb('sample').$type<ErrorSample>().notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    uniqueIndex('error_groups_fingerprint_key').on(table.fingerprint),
    index('error_groups_last_seen').on(table.lastSeenAt, table.id),
  ],
)
