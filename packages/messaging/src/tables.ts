import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { MailState } from './schema.ts'

/**
 * Every mail, one row per recipient, written in the transaction it belongs to. `queued` and `sending` rows are due at
 * `next_attempt_at`; for `sending` that is the end of the sender's lease.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: text('id').primaryKey(),
    /** The mails queued by one call share it. */
    batchId: text('batch_id').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    template: text('template').notNull(),
    /** A person must get it: it goes also to an address that mail came back from. */
    isEssential: boolean('is_essential').notNull().default(false),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * How often a sender crashed while it had the lease on the mail, so that it may or may not have been handed over.
     */
    interruptions: integer('interruptions').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('mail_outbox_due').on(table.nextAttemptAt).where(sql`${table.state} IN ('queued', 'sending')`),
    index('mail_outbox_created').on(table.createdAt, table.id),
    index('mail_outbox_batch').on(table.batchId),
    check('mail_outbox_state', sql`${table.state} IN ('queued', 'sending', 'sent', 'failed')`),
    check('mail_outbox_sent_at', sql`(${table.state} = 'sent') = (${table.sentAt} IS NOT NULL)`),
  ],
)

/** Addresses that asked for no more mail of the kind that can be unsubscribed from. */
export const mailSuppressions = pgTable('mail_suppressions', {
  /** Lower case. */
  address: text('address').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
