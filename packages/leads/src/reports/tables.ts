import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** What somebody said is wrong with a search or a download. It keeps what it is about: that may be deleted meanwhile. */
export const reports = pgTable(
  'reports',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['search', 'download'] }).notNull(),
    /** Of the saved search or the download. No foreign key. */
    subjectId: text('subject_id').notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    searchName: text('search_name').notNull(),
    dictId: text('dict_id').notNull(),
    filter: text('filter').notNull(),
    dslFilter: text('dsl_filter').notNull(),
    queryUrl: text('query_url').notNull(),
    /** In the reporter's words. */
    problem: text('problem').notNull(),
    /** The browser it was reported from. */
    device: text('device').notNull(),
    state: text('state', { enum: ['open', 'closed'] }).notNull(),
    /** What the reporter was told last. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    /** Of a download: how many of its leads were sent back and are to be decided; without it, it is about all of it. */
    leads: integer('leads'),
    /** Leads given back for the download. */
    refunded: integer('refunded'),
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('reports_state_created').on(table.state, table.createdAt),
    index('reports_subject').on(table.subjectId),
    index('reports_company').on(table.companyId),
    index('reports_user').on(table.userId, table.createdAt),
    check('reports_kind_known', sql`${table.kind} IN ('search', 'download')`),
    check('reports_closed_at', sql`(${table.state} = 'closed') = (${table.closedAt} IS NOT NULL)`),
    check('reports_refund_of_download', sql`${table.refunded} IS NULL OR ${table.kind} = 'download'`),
  ],
)
