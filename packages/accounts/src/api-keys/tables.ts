import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { companies, users } from '../tables.ts'

/** Keys of programs. One acts as the person who made it, inside the company it was made in, and ends with either. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    /** SHA-256: the key itself is shown once. */
    keyHash: text('key_hash').notNull(),
    /** Its first characters, so that people can tell their keys apart. */
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    /** The most credits that orders with it may take in a day of UTC; no limit when null. */
    dailyBudget: integer('daily_budget'),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('api_keys_key_hash_key').on(table.keyHash),
    index('api_keys_user_id').on(table.userId, table.createdAt),
    index('api_keys_company_id').on(table.companyId),
    check('api_keys_daily_budget', sql`${table.dailyBudget} >= 0`),
  ],
)
