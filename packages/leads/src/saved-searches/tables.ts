import { companies, users } from '@freeor/accounts/tables'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Node } from '../query/ast.ts'

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
    /**
     * Both texts parsed: parts that must all hold. Null only in rows from before they were kept, until
     * `parseStoredSearches` has run.
     */
    searchParams: jsonb('search_params').$type<Node[]>(),
    geographyParams: jsonb('geography_params').$type<Node[]>(),
    notes: text('notes').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    /** Whose members see it besides its owner, as long as the owner is one of them. */
    visibleToCompanyId: text('visible_to_company_id').references(() => companies.id, {
      onDelete: 'set null',
    }),
    reportId: text('report_id'),
    device: text('device'),
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
    index('saved_searches_visible_to').on(table.visibleToCompanyId),
    index('saved_searches_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
  ],
)

/** When a person last looked at a saved search, and at which version of its data. */
export const savedSearchLooks = pgTable(
  'saved_search_looks',
  {
    searchId: text('search_id')
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    lookedAt: timestamp('looked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.searchId, table.userId] }),
    index('saved_search_looks_user').on(table.userId),
  ],
)
