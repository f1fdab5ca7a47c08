import { companies } from '@freeor/accounts/tables'
import { sites } from '@freeor/kernel/site'
import { instant } from '@freeor/postgres/columns'
import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ProviderCard } from './providers/ports.ts'

/** A company as a customer of one site. Its row is locked first by whatever moves the company's money or credits there. */
export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: text('site', { enum: sites }).notNull(),
    planID: text('plan_id').notNull(),
    /** active, pending, canceled, incomplete_expired, expired, past due, past_due or failed. */
    subscriptionStatus: text('subscription_status').notNull(),
    /** Seconds since 1970; its day of the month is the billing day. */
    billingCycleAnchor: bigint('billing_cycle_anchor', { mode: 'number' }).notNull(),
    canceledAt: instant('canceled_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Which provider bills it; none for the free plan. */
    processor: text('processor'),
    /** The provider's id of the payment account; its code there is `id`. Null until there is one. */
    accountId: text('account_id'),
    /** The address the provider has. */
    email: text('email'),
    /** The provider's id of the subscription this row tells of; null for the free plan. */
    subscriptionId: text('subscription_id'),
    subscriptionUuid: text('subscription_uuid'),
    /** Up to when a period has been billed; null where nothing is billed. No period after it is granted. */
    billedThrough: instant('billed_through'),
    card: jsonb('card').$type<ProviderCard>(),
    /** Since when the card at the provider waits to be removed there: it is a former owner's, and nobody is shown it. */
    cardRemovalDueAt: instant('card_removal_due_at'),
    /** Since when the provider that bills it is not the configured one: the subscription ends with its period. */
    providerLeftAt: instant('provider_left_at'),
    /** When, after the owner's account was deleted, nothing lived at the provider any more and no card was there. */
    paymentsEndedAt: instant('payments_ended_at'),
    /** When the provider was last asked. */
    subChecked: instant('sub_checked'),
    /** Readings of the provider begun, and the last one applied: an older reading never overwrites a newer one. */
    readingsBegun: integer('readings_begun').notNull().default(0),
    readingApplied: integer('reading_applied').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('customers_company_site_key').on(table.companyId, table.site)],
)

export type Customer = typeof customers.$inferSelect
