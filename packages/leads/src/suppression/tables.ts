import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { EntryForm, ProfileHits } from './schema.ts'

/**
 * A company's own list of who is to be left out of its files. Its entries are in the engine, only as keys; this row
 * decides whether they count.
 */
export const suppressionLists = pgTable(
  'suppression_lists',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** `reading` from the first entry in the engine on: without its row they would be swept. */
    state: text('state', { enum: ['reading', 'found', 'applied'] }).notNull(),
    /** Distinct entries by form. */
    entries: jsonb('entries').$type<{ form: EntryForm; count: number }[]>().notNull(),
    unread: integer('unread').notNull(),
    profiles: jsonb('profiles').$type<ProfileHits[]>().notNull(),
    appliedBy: text('applied_by').array().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    appliedAt: instant('applied_at'),
    /** Set when it is deleted: it leaves nothing out any more, and can be restored for a day. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('suppression_lists_company').on(table.companyId, table.createdAt),
    index('suppression_lists_user_id').on(table.userId),
    index('suppression_lists_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} IS NOT NULL`),
    check('suppression_lists_state_known', sql`${table.state} IN ('reading', 'found', 'applied')`),
    check(
      'suppression_lists_applied_by',
      sql`(${table.state} = 'applied') = (cardinality(${table.appliedBy}) > 0)`,
    ),
  ],
)

export type SuppressionListRow = typeof suppressionLists.$inferSelect
