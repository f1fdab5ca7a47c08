import { companies } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The month for which an address last had free leads. It outlives the account, so that a user who deletes it and signs
 * up again goes on with the running month. A keyed hash stands for the address, and the row is deleted after its month.
 */
export const freeGrants = pgTable(
  'free_grants',
  {
    addressKey: text('address_key').primaryKey(),
    /** The company that had them, while it exists: no foreign key, as the row outlives it. */
    companyId: text('company_id'),
    /** The cycle it belongs to, in seconds since 1970. */
    billingCycleAnchor: bigint('billing_cycle_anchor', { mode: 'number' }).notNull(),
    periodEnd: instant('period_end').notNull(),
  },
  (table) => [
    index('free_grants_company_id').on(table.companyId),
    index('free_grants_period_end').on(table.periodEnd),
  ],
)

/** Stands for the address of a company's owner: free leads come once a month for it. */
export const leadAddresses = pgTable('lead_addresses', {
  companyId: text('company_id')
    .primaryKey()
    .references(() => companies.id),
  addressKey: text('address_key').notNull(),
})
