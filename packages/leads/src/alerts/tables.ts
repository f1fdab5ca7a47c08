import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { savedSearches } from '../saved-searches/tables.ts'

/** A person wants to be told what is new in a saved search: their own, or one that the company sees. */
export const searchAlerts = pgTable(
  'search_alerts',
  {
    searchId: text('search_id')
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The company they asked in: the alert ends with their membership. */
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    rhythm: text('rhythm', { enum: ['import', 'daily', 'weekly'] }).notNull(),
    /** The version of the dataset that was compared last. */
    evaluatedVersion: integer('evaluated_version').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.searchId, table.userId] }),
    index('search_alerts_user').on(table.userId, table.rhythm),
    index('search_alerts_company').on(table.companyId),
    check('search_alerts_rhythm_known', sql`${table.rhythm} IN ('import', 'daily', 'weekly')`),
  ],
)

/** Leads that came into the result of an alert's search with a version, until the mail about them is queued. */
export const alertHits = pgTable(
  'alert_hits',
  {
    searchId: text('search_id').notNull(),
    userId: text('user_id').notNull(),
    version: integer('version').notNull(),
    /** All of them; `lead_ids` names the first. */
    leads: integer('leads').notNull(),
    leadIds: text('lead_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.searchId, table.userId, table.version] }),
    foreignKey({
      columns: [table.searchId, table.userId],
      foreignColumns: [searchAlerts.searchId, searchAlerts.userId],
    }).onDelete('cascade'),
    check('alert_hits_some', sql`${table.leads} > 0 AND cardinality(${table.leadIds}) > 0`),
  ],
)
