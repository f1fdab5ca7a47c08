import { companies, users } from '@freeor/accounts/tables'
import { sites } from '@freeor/kernel/site'
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
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ProviderCard } from './providers/ports.ts'

/** A company as a customer of one site. Its row is locked first by whatever moves the company's credits there. */
export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: text('site', { enum: sites }).notNull(),
    planId: text('plan_id').notNull(),
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
    /** Stands for the owner's address, of the leads site: free leads come once a month for it. */
    addressKey: text('address_key'),
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

/** Credits that came together and expire together. One is granted for each (company, site, kind, period). */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: text('site', { enum: sites }).notNull(),
    kind: text('kind', { enum: ['cycle', 'promo', 'refund'] }).notNull(),
    /** What makes it unique in its kind: the start of the period, the promotion, the refunded download. */
    period: text('period').notNull(),
    planId: text('plan_id'),
    granted: integer('granted').notNull(),
    /** Free to be spent. */
    left: integer('left').notNull(),
    /** Held for downloads under way. */
    reserved: integer('reserved').notNull().default(0),
    startsAt: instant('starts_at').notNull(),
    /** Null: it stays until it is spent. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('credit_lots_grant_key').on(table.companyId, table.site, table.kind, table.period),
    index('credit_lots_expiring').on(table.expiresAt).where(sql`${table.left} > 0`),
    check('credit_lots_left_not_negative', sql`${table.left} >= 0`),
    check('credit_lots_reserved_not_negative', sql`${table.reserved} >= 0`),
    check('credit_lots_within_grant', sql`${table.left} + ${table.reserved} <= ${table.granted}`),
  ],
)

/** Credits held for one download, from reserving until the file is ready or given up. */
export const creditReservations = pgTable(
  'credit_reservations',
  {
    id: text('id').primaryKey(),
    downloadId: text('download_id').notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    site: text('site', { enum: sites }).notNull(),
    amount: integer('amount').notNull(),
    state: text('state', { enum: ['held', 'settled', 'released'] }).notNull(),
    /** Of `amount`, what was debited. */
    settledAmount: integer('settled_amount'),
    /** Why it was released. */
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('credit_reservations_download_key').on(table.downloadId),
    index('credit_reservations_company').on(table.companyId),
    index('credit_reservations_user').on(table.userId),
    check('credit_reservations_amount_not_negative', sql`${table.amount} >= 0`),
    check('credit_reservations_settled_within', sql`${table.settledAmount} BETWEEN 0 AND ${table.amount}`),
  ],
)

/** How much of a reservation each lot holds; stays as it was when the reservation ends. */
export const creditReservationParts = pgTable(
  'credit_reservation_parts',
  {
    reservationId: text('reservation_id')
      .notNull()
      .references(() => creditReservations.id, { onDelete: 'cascade' }),
    lotId: text('lot_id')
      .notNull()
      .references(() => creditLots.id),
    amount: integer('amount').notNull(),
    /** When the lot was to expire, as it stood then; null: never. A lot's expiry may be moved later. */
    lotExpiresAt: instant('lot_expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.reservationId, table.lotId] }),
    index('credit_reservation_parts_lot').on(table.lotId),
    check('credit_reservation_parts_amount_positive', sql`${table.amount} > 0`),
  ],
)

/** Every credit that came or went, never changed. The sum of a lot's rows is what it has, free and held. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    id: text('id').notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    site: text('site', { enum: sites }).notNull(),
    lotId: text('lot_id')
      .notNull()
      .references(() => creditLots.id),
    kind: text('kind', { enum: ['grant', 'debit', 'refund', 'expiry'] }).notNull(),
    /** Positive for what came, negative for what went. */
    amount: integer('amount').notNull(),
    userId: text('user_id').references(() => users.id),
    downloadId: text('download_id'),
    fileName: text('file_name'),
    reason: text('reason'),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('credit_ledger_id_key').on(table.id),
    index('credit_ledger_company').on(table.companyId, table.sequence),
    index('credit_ledger_lot').on(table.lotId),
    index('credit_ledger_user').on(table.userId),
    index('credit_ledger_download').on(table.downloadId),
    // The database's own word for I2 and I3: a download is debited once from a lot, and refunded once.
    uniqueIndex('credit_ledger_once_key')
      .on(table.downloadId, table.lotId, table.kind)
      .where(sql`${table.downloadId} IS NOT NULL`),
    check(
      'credit_ledger_sign',
      sql`(${table.kind} IN ('grant', 'refund') AND ${table.amount} > 0)
        OR (${table.kind} IN ('debit', 'expiry') AND ${table.amount} < 0)`,
    ),
  ],
)
