import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { BilledTo, PlanAmount, PostalAddress, ProviderCard } from '../ports.ts'

/**
 * The embedded provider's own books. Nothing else reads or writes them, and they reference no other tables: to the rest
 * of the system this provider is as remote as every other one.
 */

export const embeddedAccounts = pgTable(
  'embedded_accounts',
  {
    id: text('id').primaryKey(),
    code: text('code').notNull(),
    email: text('email').notNull(),
    card: jsonb('card').$type<ProviderCard>(),
    /** Which test card it is: what it does when it is charged. */
    cardToken: text('card_token'),
    /** The card holder's. */
    address: jsonb('address').$type<PostalAddress>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('embedded_accounts_code_key').on(table.code),
    index('embedded_accounts_email').on(table.email),
  ],
)

/** A card handed over by the page, to be put on file once. */
export const embeddedTokens = pgTable('embedded_tokens', {
  id: text('id').primaryKey(),
  cardToken: text('card_token').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  address: jsonb('address').$type<PostalAddress>(),
  createdAt: instant('created_at').notNull(),
  usedAt: instant('used_at'),
})

export const embeddedSubscriptions = pgTable(
  'embedded_subscriptions',
  {
    id: text('id').primaryKey(),
    uuid: text('uuid').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => embeddedAccounts.id),
    planCode: text('plan_code').notNull(),
    status: text('status', {
      enum: ['pending', 'active', 'past_due', 'failed', 'canceled', 'incomplete_expired', 'expired'],
    }).notNull(),
    priceCents: integer('price_cents').notNull(),
    activatedAt: instant('activated_at').notNull(),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    canceledAt: instant('canceled_at'),
    endedAt: instant('ended_at'),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
  },
  (table) => [
    uniqueIndex('embedded_subscriptions_uuid_key').on(table.uuid),
    index('embedded_subscriptions_account').on(table.accountId),
    uniqueIndex('embedded_subscriptions_one_live_key')
      .on(table.accountId)
      .where(sql`${table.endedAt} IS NULL`),
  ],
)

type Line = {
  description: string
  amountCents: number
  /** Absent in invoices from before lines named their plan. */
  plan?: PlanAmount
  startsAt: string
  endsAt: string
}

export const embeddedInvoices = pgTable(
  'embedded_invoices',
  {
    id: text('id').primaryKey(),
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 1001 }).notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => embeddedAccounts.id),
    /** Null when the first charge was declined, so that there never was a subscription. */
    subscriptionId: text('subscription_id').references(() => embeddedSubscriptions.id),
    kind: text('kind', { enum: ['period', 'change'] }).notNull(),
    periodStart: instant('period_start').notNull(),
    state: text('state', { enum: ['pending', 'paid', 'past_due', 'failed', 'voided'] }).notNull(),
    /** Sum of the lines. Negative when more is given back than charged. */
    totalCents: integer('total_cents').notNull(),
    /** The part of it that credit on the account covered. */
    creditedCents: integer('credited_cents').notNull().default(0),
    lines: jsonb('lines').$type<Line[]>().notNull(),
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (table) => [
    uniqueIndex('embedded_invoices_number_key').on(table.number),
    index('embedded_invoices_account').on(table.accountId),
    // A period is billed once, whatever the clock does.
    uniqueIndex('embedded_invoices_period_key')
      .on(table.subscriptionId, table.periodStart)
      .where(sql`${table.kind} = 'period'`),
  ],
)

/** Every charge that was tried on a card; rows are never changed. */
export const embeddedCharges = pgTable(
  'embedded_charges',
  {
    id: text('id').primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => embeddedInvoices.id),
    amountCents: integer('amount_cents').notNull(),
    outcome: text('outcome', { enum: ['approved', 'declined', 'pending'] }).notNull(),
    errorCode: text('error_code'),
    lastFour: text('last_four').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('embedded_charges_invoice').on(table.invoiceId),
    // An invoice is paid by a card once.
    uniqueIndex('embedded_charges_approved_key')
      .on(table.invoiceId)
      .where(sql`${table.outcome} = 'approved'`),
    check('embedded_charges_positive', sql`${table.amountCents} > 0`),
  ],
)

/** Credit on an account: positive when a change gave something back, negative when an invoice used it. */
export const embeddedCredits = pgTable(
  'embedded_credits',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => embeddedAccounts.id),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => embeddedInvoices.id),
    amountCents: integer('amount_cents').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('embedded_credits_account').on(table.accountId),
    index('embedded_credits_invoice').on(table.invoiceId),
  ],
)

/** The first answer to each key. */
export const embeddedRequests = pgTable('embedded_requests', {
  key: text('key').primaryKey(),
  /** The request that came with it; the same key for something else is refused. */
  fingerprint: text('fingerprint').notNull(),
  answer: jsonb('answer').notNull(),
  at: instant('at').notNull(),
})

/** The events for its customers' servers, written with the action and sent until they are answered. */
export const embeddedEvents = pgTable(
  'embedded_events',
  {
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    objectKind: text('object_kind', { enum: ['account', 'subscription', 'invoice'] }).notNull(),
    objectId: text('object_id').notNull(),
    accountCode: text('account_code').notNull(),
    at: instant('at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    uniqueIndex('embedded_events_id_key').on(table.id),
    index('embedded_events_open').on(table.sequence).where(sql`${table.deliveredAt} IS NULL`),
  ],
)
