import { companies, users } from '@freeor/accounts/tables'
import { sites } from '@freeor/kernel/site'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BilledTo, PlanAmount } from '../providers/ports.ts'
import { customers } from '../tables.ts'
import { subscriptionStatuses } from './subscription-state.ts'

const site = () => text('site', { enum: sites }).notNull()

/** A subscription at a provider, as it was when last read there. The free plan has none. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: site(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    processor: text('processor').notNull(),
    providerId: text('provider_id').notNull(),
    providerUuid: text('provider_uuid').notNull(),
    planID: text('plan_id').notNull(),
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    priceCents: integer('price_cents').notNull(),
    activatedAt: instant('activated_at').notNull(),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    canceledAt: instant('canceled_at'),
    endedAt: instant('ended_at'),
    /** While a payment is overdue: how often charging it failed, and when it is tried again. */
    failedAttempts: integer('failed_attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** How many of the failures the owner was told of. */
    toldAttempts: integer('told_attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscriptions_provider_key').on(table.processor, table.providerId),
    // The database's own check of I4.
    uniqueIndex('subscriptions_one_live_key')
      .on(table.companyId, table.site)
      .where(sql`${table.status} NOT IN ('canceled', 'expired', 'incomplete_expired')`),
    index('subscriptions_customer').on(table.customerId),
    index('subscriptions_period_end').on(table.currentPeriodEnd),
    check(
      'subscriptions_ended_when',
      sql`(${table.endedAt} IS NOT NULL) = (${table.status} IN ('canceled', 'expired', 'incomplete_expired'))`,
    ),
  ],
)

export const intentKinds = [
  'subscribe',
  'change',
  'update_card',
  'remove_card',
  'cancel',
  'resume',
  'terminate',
] as const

export type IntentKind = (typeof intentKinds)[number]

/**
 * What somebody asked the provider for, written before it is called; `id` is the idempotency key there. `abandoned`:
 * the provider never had it, and it is not asked again.
 */
export const billingIntents = pgTable(
  'billing_intents',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: site(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: intentKinds }).notNull(),
    state: text('state', { enum: ['started', 'done', 'declined', 'refused', 'abandoned'] }).notNull(),
    /** The plan that is wanted. */
    planID: text('plan_id'),
    /** The provider's id of the subscription it acts on. */
    subscriptionId: text('subscription_id'),
    /** Why it was declined or refused. */
    error: jsonb('error').$type<{ code: string; message: string }>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    // One thing at a time: a second click joins the first one's intent.
    uniqueIndex('billing_intents_one_open_key').on(table.customerId).where(sql`${table.state} = 'started'`),
    index('billing_intents_customer').on(table.customerId, table.createdAt),
    index('billing_intents_company').on(table.companyId),
    index('billing_intents_user').on(table.userId),
  ],
)

/** What a provider told us, stored before it is answered. Each event is applied at most once (I5). */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    /** The provider's. */
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    objectKind: text('object_kind', { enum: ['account', 'subscription', 'invoice'] }).notNull(),
    objectId: text('object_id').notNull(),
    accountCode: text('account_code'),
    rawBody: text('raw_body').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** `ignored`: it is about nobody we know. */
    state: text('state', { enum: ['received', 'applied', 'ignored'] }).notNull(),
    /** How often it was applied: 0 or 1. */
    applications: integer('applications').notNull().default(0),
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('provider_events_event_key').on(table.provider, table.eventId),
    index('provider_events_open').on(table.receivedAt).where(sql`${table.state} = 'received'`),
    check(
      'provider_events_once',
      sql`${table.applications} = CASE ${table.state} WHEN 'applied' THEN 1 ELSE 0 END`,
    ),
  ],
)

type Line = {
  description: string
  amountCents: number
  /** Absent in invoices from before lines named their plan. */
  plan?: PlanAmount | null
  startsAt: string | null
  endsAt: string | null
}

/** The provider's invoices, as last read. */
export const billingInvoices = pgTable(
  'billing_invoices',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: site(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    processor: text('processor').notNull(),
    providerId: text('provider_id').notNull(),
    number: text('number').notNull(),
    state: text('state', { enum: ['pending', 'paid', 'past_due', 'failed', 'voided'] }).notNull(),
    totalCents: integer('total_cents').notNull(),
    paidCents: integer('paid_cents').notNull(),
    lines: jsonb('lines').$type<Line[]>().notNull(),
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    /** The provider's id of the subscription it is for; null for anything else. */
    subscriptionId: text('subscription_id'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (table) => [
    uniqueIndex('billing_invoices_provider_key').on(table.processor, table.providerId),
    index('billing_invoices_company').on(table.companyId, table.site, table.createdAt),
    index('billing_invoices_customer').on(table.customerId),
  ],
)
