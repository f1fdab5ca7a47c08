import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../tables.ts'

/** The one valid code of a user for a purpose: a new one replaces the old one. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['verify-account', 'change-email'] }).notNull(),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    /** The address or number it went to, which it proves. */
    sentTo: text('sent_to').notNull(),
    /** HMAC of purpose, person and code: six digits are too few for a plain hash. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('verification_codes_user_purpose_key').on(table.userId, table.purpose),
    index('verification_codes_expires_at').on(table.expiresAt),
    check('verification_codes_purpose_known', sql`${table.purpose} IN ('verify-account', 'change-email')`),
    check('verification_codes_channel_known', sql`${table.channel} IN ('email', 'sms')`),
  ],
)
