import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ReturnedKind } from './read-returned-mail.ts'
import type { ReturnSource, StopKind } from './schema.ts'

/** What came back, each once. Nothing of its text is kept but the reason. */
export const mailReturns = pgTable(
  'mail_returns',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of its bytes. */
    messageHash: text('message_hash').notNull().unique(),
    /** The mail of ours that came back; null where nothing proves that it is of one: then nothing follows from it. */
    mailId: text('mail_id'),
    /** Lower case: whom our mail was for; without a mail of ours, whom it names. */
    address: text('address'),
    kind: text('kind').$type<ReturnedKind>().notNull(),
    status: text('status'),
    reason: text('reason'),
    source: text('source').$type<ReturnSource>().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** When a super admin lifted the stop: it counts no more. */
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
  },
  (table) => [
    index('mail_returns_mail').on(table.mailId),
    index('mail_returns_address').on(table.address, table.receivedAt),
    index('mail_returns_received').on(table.receivedAt),
    check('mail_returns_kind', sql`${table.kind} IN ('hard', 'soft', 'complaint', 'auto-reply', 'other')`),
    check('mail_returns_source', sql`${table.source} IN ('hook', 'folder')`),
  ],
)

/** Addresses that get none of our mail but what a person must get, since mail came back or its reader complained. */
export const stoppedAddresses = pgTable(
  'stopped_addresses',
  {
    /** Lower case. */
    address: text('address').primaryKey(),
    kind: text('kind').$type<StopKind>().notNull(),
    reason: text('reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('stopped_addresses_kind', sql`${table.kind} IN ('hard', 'soft', 'complaint')`)],
)
