import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { MailState } from '../schema.ts'

/** Every text message, written in the transaction that it belongs to; states and due times as in the mail outbox. */
export const smsOutbox = pgTable(
  'sms_outbox',
  {
    id: text('id').primaryKey(),
    to: text('to').notNull(),
    /** Emptied once the message is settled: it holds a code. */
    text: text('text').notNull(),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** How often a sender crashed while it had the lease on the message. */
    interruptions: integer('interruptions').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** A message that could not be sent by then is not sent any more. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('sms_outbox_due').on(table.nextAttemptAt).where(sql`${table.state} IN ('queued', 'sending')`),
    index('sms_outbox_created').on(table.createdAt, table.id),
    check('sms_outbox_state', sql`${table.state} IN ('queued', 'sending', 'sent', 'failed')`),
    check('sms_outbox_sent_at', sql`(${table.state} = 'sent') = (${table.sentAt} IS NOT NULL)`),
  ],
)
