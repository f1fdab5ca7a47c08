import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type RepeatedOrder, rhythms, runStates } from './schema.ts'

/** A download that is ordered again and again in a member's name. */
export const scheduledDownloads = pgTable(
  'scheduled_downloads',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    order: jsonb('order').$type<RepeatedOrder>().notNull(),
    rhythm: text('rhythm', { enum: rhythms }).notNull(),
    ceiling: integer('ceiling').notNull(),
    onlyChanges: boolean('only_changes').notNull(),
    /** 07:00 UTC of the first day: due times lie whole days, weeks or months behind it. */
    startsAt: instant('starts_at').notNull(),
    nextAt: instant('next_at').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    /** The version of the data that was taken last; none before the first download. */
    takenVersion: integer('taken_version'),
    /** Refusals since the last run that was none. */
    refusals: integer('refusals').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('scheduled_downloads_company').on(table.companyId),
    index('scheduled_downloads_user').on(table.userId),
    index('scheduled_downloads_due').on(table.nextAt).where(sql`NOT is_paused`),
    check('scheduled_downloads_ceiling', sql`${table.ceiling} >= 0`),
  ],
)

/** What came of each due time. A due time has one row, whoever runs it and however often. */
export const scheduledRuns = pgTable(
  'scheduled_runs',
  {
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => scheduledDownloads.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    state: text('state', { enum: runStates }).notNull(),
    rows: integer('rows').notNull().default(0),
    /** The most new leads that it was, or would be, ordered for. */
    newLeads: integer('new_leads').notNull().default(0),
    /** The ceiling at that time. */
    ceiling: integer('ceiling').notNull(),
    /** Somebody ordered what waited above it. */
    isApproved: boolean('is_approved').notNull().default(false),
    /** Only what is new or changed since this version was ordered; none: all. */
    sinceVersion: integer('since_version'),
    /** No foreign key: tables of files are older. */
    downloadId: text('download_id'),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('scheduled_runs_due').on(table.scheduleId, table.dueAt),
    check(
      'scheduled_runs_download',
      sql`(${table.state} IN ('ordered', 'failed')) = (${table.downloadId} IS NOT NULL)`,
    ),
  ],
)

export type ScheduleRow = typeof scheduledDownloads.$inferSelect
export type RunRow = typeof scheduledRuns.$inferSelect
