import { companies } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Why a lead was found to be bad without anybody looking at it. */
export const returnCauses = ['syntax', 'no_mail_server', 'bounced', 'several_companies'] as const
export type ReturnCause = (typeof returnCauses)[number]

/**
 * Leads that companies sent back as bad. The key is the rule: of a company each lead is sent back once ever, whatever came
 * of it and whichever file brings it again.
 */
export const returnedLeads = pgTable(
  'returned_leads',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    datasetNo: integer('dataset_no').notNull(),
    leadId: text('lead_id').notNull(),
    /** The file that the company paid it with. No foreign key: tables of files are older. */
    downloadId: text('download_id').notNull(),
    /** What of it does not work. */
    contact: text('contact', { enum: ['email', 'phone'] }).notNull(),
    /** `open` until a super admin decides. */
    state: text('state', { enum: ['open', 'refunded', 'refused'] }).notNull(),
    /** The rule that decided; none where a super admin does. */
    cause: text('cause', { enum: returnCauses }),
    /** The report that a super admin decides it with. */
    reportId: text('report_id'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.datasetNo, table.leadId] }),
    index('returned_leads_lead').on(table.datasetNo, table.leadId),
    index('returned_leads_download').on(table.downloadId),
    index('returned_leads_report').on(table.reportId),
    check('returned_leads_state_known', sql`${table.state} IN ('open', 'refunded', 'refused')`),
    check('returned_leads_open_has_report', sql`${table.state} <> 'open' OR ${table.reportId} IS NOT NULL`),
    check('returned_leads_decided', sql`(${table.state} = 'open') = (${table.decidedAt} IS NULL)`),
  ],
)
