import { users } from '@freeor/accounts/tables'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A person's own named searches, in the URL's language. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: a search outlives its dataset and then says what is missing. */
    dictId: text('dict_id').notNull(),
    searchName: text('search_name').notNull(),
    /** Canonical: everything but the geography, and the geography. */
    filter: text('filter').notNull(),
    dslFilter: text('dsl_filter').notNull(),
    queryUrl: text('query_url').notNull(),
    /** Leads that matched when it was saved, and in which version. */
    count: integer('count').notNull(),
    dataVersion: integer('data_version').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** Set when it is deleted: it can be restored for a day, and is not listed anywhere. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('saved_searches_user_created_at').on(table.userId, table.createdAt),
    index('saved_searches_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
  ],
)
