import { billingInvoices } from '@freeor/billing/subscriptions/tables'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The leads of a paid invoice, from when they were counted. */
export const leadInvoices = pgTable(
  'lead_invoices',
  {
    invoiceId: text('invoice_id')
      .primaryKey()
      .references(() => billingInvoices.id),
    /** Leads it bought or, when negative, gave back. */
    leads: integer('leads').notNull(),
    /** Of them, those that were granted or taken back already. */
    leadsApplied: integer('leads_applied').notNull(),
  },
  (table) => [
    check(
      'lead_invoices_applied_within',
      sql`${table.leadsApplied} BETWEEN least(${table.leads}, 0) AND greatest(${table.leads}, 0)`,
    ),
  ],
)
