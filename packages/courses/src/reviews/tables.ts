import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { questions } from '../catalog/tables.ts'

/** A missed question that comes back, on a schedule of FSRS. Apart from graded attempts. */
export const reviewCards = pgTable(
  'review_cards',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    questionId: text('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    /** The card as `ts-fsrs` keeps it; its dates are ISO 8601 texts. */
    card: jsonb('card').$type<Record<string, unknown>>().notNull(),
    dueAt: instant('due_at').notNull(),
    reviews: integer('reviews').notNull().default(0),
    lastReviewedAt: instant('last_reviewed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.questionId] }),
    index('review_cards_due').on(table.userId, table.dueAt),
    index('review_cards_question_id').on(table.questionId),
  ],
)
