import { companies, users } from '@freeor/accounts/tables'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** An uploaded list of ZIP codes, never changed, referred to in queries as `zip:@zip_…`. */
export const zipLists = pgTable(
  'zip_lists',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Five digits each, ascending, without repeats. */
    zips: text('zips').array().notNull(),
    count: integer('count').notNull(),
    /** SHA-256 of the ZIPs: the same list uploaded again is the same list. */
    contentHash: text('content_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('zip_lists_company_content_key').on(table.companyId, table.contentHash),
    index('zip_lists_user_id').on(table.userId),
    check('zip_lists_count', sql`${table.count} = cardinality(${table.zips}) AND ${table.count} > 0`),
  ],
)

/** Characters of texts that were read for a company, stored or not, by UTC day. */
export const zipListReads = pgTable(
  'zip_list_reads',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    characters: bigint('characters', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.day] })],
)
