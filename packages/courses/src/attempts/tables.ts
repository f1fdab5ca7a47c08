import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { lessons, questionVersions } from '../catalog/tables.ts'
import type { GivenAnswer } from './answer-rule.ts'

/** A learner's run through the quiz of a lesson. At most one of a learner and lesson is not graded. */
export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id),
    /** The quiz's name and the lesson's description when it began. */
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    favorite: boolean('favorite').notNull().default(false),
    archivedAt: instant('archived_at'),
    gradedAt: instant('graded_at'),
    /** Its questions, which are chosen when it begins: a score is read with it for thousands of attempts at once. */
    questionCount: integer('question_count').notNull(),
    /** Answers equal to the correct answer; null until it is graded. */
    score: integer('score'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('quiz_attempts_open_key')
      .on(table.userId, table.lessonId)
      .where(sql`${table.gradedAt} IS NULL`),
    // The last grade of each lesson is its first entry, and the score is read without the row.
    index('quiz_attempts_last_grade').on(
      table.userId,
      table.lessonId,
      table.gradedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.score,
      table.questionCount,
    ),
    index('quiz_attempts_lesson_graded').on(table.lessonId, table.gradedAt),
    check('quiz_attempts_graded_whole', sql`(${table.gradedAt} IS NULL) = (${table.score} IS NULL)`),
  ],
)

/** The questions of an attempt, in its order, each with the version that it began with. */
export const attemptQuestions = pgTable(
  'attempt_questions',
  {
    attemptId: text('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    version: integer('version').notNull(),
    /** From 1. */
    position: integer('position').notNull(),
    /** The key that a regrade put in the place of the version's, which never changes; null without one. */
    correctedOptionId: text('corrected_option_id'),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    foreignKey({
      name: 'attempt_questions_version_fk',
      columns: [table.questionId, table.version],
      foreignColumns: [questionVersions.questionId, questionVersions.version],
    }),
    index('attempt_questions_version').on(table.questionId, table.version),
  ],
)

/** The answer that counts. Its revision rises with each change. */
export const attemptAnswers = pgTable(
  'attempt_answers',
  {
    attemptId: text('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    optionId: text('option_id').notNull(),
    revision: integer('revision').notNull(),
    /** The device and its click that wrote it. */
    device: text('device').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    /**
     * The answers of other devices that the writer had not seen, each with the revision it had. Where one of them names
     * another option, the learner is asked which counts.
     */
    others: jsonb('others').$type<GivenAnswer[]>().notNull().default([]),
    answeredAt: instant('answered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.questionId] })],
)

/** Every click that was received: each (device, number) is applied once. */
export const answerClicks = pgTable(
  'answer_clicks',
  {
    attemptId: text('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    questionId: text('question_id').notNull(),
    optionId: text('option_id').notNull(),
    /** The revision of the answer that the device had seen; 0 for none. */
    seen: integer('seen').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.device, table.number] })],
)

/** "Something is wrong with this question", to the author. */
export const questionReports = pgTable(
  'question_reports',
  {
    id: text('id').primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    version: integer('version').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('question_reports_attempt_question_key').on(table.attemptId, table.questionId),
    index('question_reports_question').on(table.questionId, table.version),
  ],
)
