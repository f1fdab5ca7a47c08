import { instant } from '@freeor/postgres/columns'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Impersonations. No foreign keys: a row outlives its session and both people. */
export const impersonations = pgTable(
  'impersonations',
  {
    id: text('id').primaryKey(),
    sessionId: text('session_id').notNull(),
    actorUserId: text('actor_user_id').notNull(),
    subjectUserId: text('subject_user_id').notNull(),
    reason: text('reason').notNull(),
    startedAt: instant('started_at').notNull(),
    /** When it ends by itself. */
    endsAt: instant('ends_at').notNull(),
    /** When it was ended by hand. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('impersonations_session_key').on(table.sessionId),
    index('impersonations_actor').on(table.actorUserId, table.startedAt),
    index('impersonations_subject').on(table.subjectUserId, table.startedAt),
  ],
)

/**
 * Each writing request under impersonation. Its row and its audit row are committed before the request's own work
 * begins, so no crash leaves a write without one. `doctor` compares the two.
 */
export const impersonatedWrites = pgTable(
  'impersonated_writes',
  {
    requestId: text('request_id').primaryKey(),
    impersonationId: text('impersonation_id')
      .notNull()
      .references(() => impersonations.id),
    operation: text('operation').notNull(),
    at: instant('at').notNull(),
    /** The HTTP status it was answered with; null when the process ended before. */
    status: integer('status'),
  },
  (table) => [index('impersonated_writes_impersonation').on(table.impersonationId, table.at)],
)
