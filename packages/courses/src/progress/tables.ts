import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { lessons } from '../catalog/tables.ts'

/** Where a learner is in the video of a lesson, and what of it they have watched. */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    positionSeconds: doublePrecision('position_seconds').notNull(),
    /** Of the video as the player told; null while unknown. */
    durationSeconds: doublePrecision('duration_seconds'),
    /** Watched ranges `[from, to]` in seconds: in order, disjoint. */
    watched: jsonb('watched').$type<[number, number][]>().notNull().default([]),
    /** Until when the server's clock was spent on playing that counts as watched. */
    countedUntil: instant('counted_until').notNull().default(sql`now()`),
    openedAt: instant('opened_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lessonId] }),
    index('lesson_progress_lesson_id').on(table.lessonId),
    index('lesson_progress_user_updated').on(table.userId, table.updatedAt),
  ],
)

/** A learner's own note or bookmark, at a second of the video or of the lesson as a whole. */
export const lessonNotes = pgTable(
  'lesson_notes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    second: doublePrecision('second'),
    /** Empty for a bookmark. */
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('lesson_notes_user_lesson').on(table.userId, table.lessonId),
    index('lesson_notes_lesson_id').on(table.lessonId),
  ],
)

/** What a learner chose: mail is sent by choice only. Without a row, nothing is chosen. */
export const learnerChoices = pgTable('learner_choices', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** "You stopped at lesson 3". */
  mailsReminder: boolean('mails_reminder').notNull().default(false),
  mailsNewLesson: boolean('mails_new_lesson').notNull().default(false),
  mailsCertificate: boolean('mails_certificate').notNull().default(false),
  /** Messages of the authors of a course that they began: these come until they are ended. */
  mailsMessage: boolean('mails_message').notNull().default(true),
  /** Questions missed come back in a short daily review. */
  reviews: boolean('reviews').notNull().default(false),
  /** They are reminded again only after they learned on since. */
  remindedAt: instant('reminded_at'),
  updatedAt: instant('updated_at').notNull(),
})

/** The mails that a learner was sent by their choice: none is sent twice, by however many servers. */
export const learnerMails = pgTable(
  'learner_mails',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['reminder', 'new_lesson', 'certificate'] }).notNull(),
    /** The lesson; of a certificate the course and its edition. */
    subject: text('subject').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.subject] })],
)
