import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { downloads } from '../downloads/tables.ts'
import { savedSearches } from '../saved-searches/tables.ts'

/** A link by which whoever has its address may look at one search of a company, or copy it. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Who made it: it ends when they leave the company. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it shows: a saved search, or the search that a download was made from. */
    savedSearchId: text('saved_search_id').references(() => savedSearches.id, { onDelete: 'cascade' }),
    downloadId: text('download_id').references(() => downloads.id, { onDelete: 'cascade' }),
    access: text('access', { enum: ['look', 'copy'] }).notNull(),
    /** SHA-256 of the token in its address, which is kept nowhere. */
    tokenHash: text('token_hash').notNull(),
    /** How often it was given another address. */
    turns: integer('turns').notNull().default(0),
    passwordHash: text('password_hash'),
    /** Null: any number. */
    mostVisits: integer('most_visits'),
    visits: integer('visits').notNull().default(0),
    lastVisitAt: instant('last_visit_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('share_links_token_hash_key').on(table.tokenHash),
    index('share_links_company').on(table.companyId, table.createdAt),
    index('share_links_user').on(table.userId),
    index('share_links_saved_search').on(table.savedSearchId),
    index('share_links_download').on(table.downloadId),
    index('share_links_expires_at').on(table.expiresAt),
    check('share_links_one_search', sql`(${table.savedSearchId} IS NULL) <> (${table.downloadId} IS NULL)`),
    check('share_links_access_known', sql`${table.access} IN ('look', 'copy')`),
    check(
      'share_links_visits_within',
      sql`${table.visits} >= 0 AND (${table.mostVisits} IS NULL OR ${table.visits} <= ${table.mostVisits})`,
    ),
  ],
)

/** Signed-in people who opened a link: they find it again under "Shared with me" while its address is the same. */
export const shareVisitors = pgTable(
  'share_visitors',
  {
    linkId: text('link_id')
      .notNull()
      .references(() => shareLinks.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `turns` of the link when they opened it: with another address they have to be given it again. */
    turns: integer('turns').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.userId] }),
    index('share_visitors_user').on(table.userId),
  ],
)

/** How long a company's links may live; `shareLimits.days` for a company without a row. */
export const sharePolicies = pgTable('share_policies', {
  companyId: text('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  mostDays: integer('most_days').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
