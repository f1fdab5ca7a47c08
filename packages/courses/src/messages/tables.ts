import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { courses } from '../catalog/tables.ts'

/** A message of a course's authors to all of its learners. */
export const courseMessages = pgTable(
  'course_messages',
  {
    id: text('id').primaryKey(),
    courseId: text('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Made by the page that it was written on: sent twice, it is the same message. */
    sentKey: text('sent_key').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Where answers go. */
    replyTo: text('reply_to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('course_messages_sent_key').on(table.courseId, table.sentKey),
    index('course_messages_created').on(table.courseId, table.createdAt),
    index('course_messages_user_id').on(table.userId),
  ],
)

/** Whom a message goes to: fixed when it is sent, each learner once. */
export const courseMessageRecipients = pgTable(
  'course_message_recipients',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => courseMessages.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the outbox; null while it waits, and where the learner may not be written to any more. */
    mailId: text('mail_id'),
    /** When it was queued or passed over. */
    doneAt: instant('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId] }),
    index('course_message_recipients_user_id').on(table.userId),
  ],
)
