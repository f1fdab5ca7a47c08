import { instant } from '@freeor/postgres/columns'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sessions, users } from '../tables.ts'

/** What a user gets for showing that they are human: spent once, by them, while their session lives. */
export const humanPasses = pgTable(
  'human_passes',
  {
    id: text('id').primaryKey(),
    /** SHA-256: the pass itself is only in the answer. */
    passHash: text('pass_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('human_passes_pass_hash_key').on(table.passHash),
    index('human_passes_user_id').on(table.userId),
    index('human_passes_session_id').on(table.sessionId),
    index('human_passes_expires_at').on(table.expiresAt),
  ],
)

/**
 * Answers that were accepted already, until they would be too old anyway: the verifier alone would accept them again
 * and again.
 */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    /** SHA-256 of what makes the challenge unique. */
    challengeHash: text('challenge_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('spent_challenges_expires_at').on(table.expiresAt)],
)
