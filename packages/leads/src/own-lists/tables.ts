import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { OwnListColumn } from './schema.ts'

/** A list that a company brought itself, to compare with leads. Its rows are in the engine; this row decides whose it is. */
export const ownLists = pgTable(
  'own_lists',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** `reading` from the first row in the engine on: without its row they would be swept. */
    state: text('state', { enum: ['reading', 'ready'] }).notNull(),
    columns: jsonb('columns').$type<OwnListColumn[]>().notNull(),
    rows: integer('rows').notNull(),
    rejected: integer('rejected').notNull(),
    /** Raised whenever another column is compared: what was matched before is matched anew. */
    matchNo: integer('match_no').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Set when it is deleted: nothing of it is kept but its number of rows, which counts for its day. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('own_lists_company').on(table.companyId, table.createdAt),
    index('own_lists_user_id').on(table.userId),
    index('own_lists_expires_at').on(table.expiresAt),
    check('own_lists_state_known', sql`${table.state} IN ('reading', 'ready')`),
    check('own_lists_deleted_is_empty', sql`${table.deletedAt} IS NULL OR ${table.columns} = '[]'::jsonb`),
  ],
)

export type OwnListRow = typeof ownLists.$inferSelect
