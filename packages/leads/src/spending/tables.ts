import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DownloadInput } from '../downloads/ports.ts'
import { approvalStates } from './schema.ts'

/** How many new leads a member may take in a billing period. Without a row: as many as the company has. */
export const spendingLimits = pgTable(
  'spending_limits',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    leads: integer('leads').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.userId] }),
    index('spending_limits_user').on(table.userId),
    check('spending_limits_leads', sql`${table.leads} >= 0`),
  ],
)

/** Downloads above a member's limit that wait for, or have got, the word of a person who manages the account. */
export const downloadApprovals = pgTable(
  'download_approvals',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The order as it is made when it is approved. */
    input: jsonb('input').$type<DownloadInput>().notNull(),
    /** SHA-256 of the order: the same one waits once. */
    requestHash: text('request_hash').notNull(),
    searchName: text('search_name').notNull(),
    rows: integer('rows').notNull(),
    /** The most that it may cost. */
    newLeads: integer('new_leads').notNull(),
    note: text('note').notNull(),
    state: text('state', { enum: approvalStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    decidedAt: instant('decided_at'),
    /** Who decided; not the name of an account that is deleted. */
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** Why it was refused. */
    reason: text('reason'),
    /** What was made of it. No foreign key: tables of files are older. */
    downloadId: text('download_id'),
  },
  (table) => [
    index('download_approvals_company').on(table.companyId, table.createdAt),
    index('download_approvals_user').on(table.userId, table.createdAt),
    index('download_approvals_decided_by').on(table.decidedBy),
    uniqueIndex('download_approvals_waiting')
      .on(table.companyId, table.userId, table.requestHash)
      .where(sql`${table.state} = 'waiting'`),
    check('download_approvals_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} IS NULL)`),
    check(
      'download_approvals_download',
      sql`(${table.state} = 'approved') = (${table.downloadId} IS NOT NULL)`,
    ),
  ],
)
