import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { quizAttempts } from '../../attempts/tables.ts'
import { questions } from '../../catalog/tables.ts'

/** A change of a graded attempt by a corrected key: its answers stay, and so does its old grade, here. */
export const attemptRegrades = pgTable(
  'attempt_regrades',
  {
    id: text('id').primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    keyBefore: text('key_before').notNull(),
    keyAfter: text('key_after').notNull(),
    scoreBefore: integer('score_before').notNull(),
    scoreAfter: integer('score_after').notNull(),
    reason: text('reason').notNull(),
    actorUserId: text('actor_user_id').references(() => users.id),
    regradedAt: instant('regraded_at').notNull(),
  },
  (table) => [
    index('attempt_regrades_attempt_id').on(table.attemptId, table.regradedAt),
    index('attempt_regrades_question_id').on(table.questionId),
    index('attempt_regrades_actor_user_id').on(table.actorUserId),
  ],
)
