import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** A message that somebody sent by the mail tool. */
export const emails = pgTable(
  'emails',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Of the caller: sent twice under it, it is the same message. */
    sentKey: text('sent_key').notNull(),
    /** SHA-256 of the request, to tell a repeat from another request under the same key. */
    requestHash: text('request_hash').notNull(),
    subject: text('subject').notNull(),
    /** The saved search it shares. No foreign key: the message stays when the search is deleted. */
    searchId: text('search_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('emails_user_sent_key').on(table.userId, table.sentKey),
    index('emails_company_created').on(table.companyId, table.createdAt),
  ],
)

/** Whom a message goes to. How far each mail is stands in the outbox. */
export const emailRecipientRows = pgTable(
  'email_recipients',
  {
    emailId: text('email_id')
      .notNull()
      .references(() => emails.id, { onDelete: 'cascade' }),
    /** In the order they were named, from 0. */
    position: integer('position').notNull(),
    address: text('address').notNull(),
    /** Stands for the mailbox that the address leads to: the same for its aliases. */
    addressKey: text('address_key').notNull(),
    kind: text('kind', { enum: ['to', 'cc', 'bcc'] }).notNull(),
    /** Of the outbox. */
    mailId: text('mail_id').notNull(),
    retries: integer('retries').notNull().default(0),
    /** When it was decided whether the recipient earns the sender free leads; null until the mail server accepted. */
    decidedAt: instant('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.emailId, table.position] }),
    uniqueIndex('email_recipients_mail').on(table.mailId),
    index('email_recipients_undecided').on(table.emailId).where(sql`${table.decidedAt} IS NULL`),
  ],
)
