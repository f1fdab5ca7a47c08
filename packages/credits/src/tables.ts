import { companies, users } from '@freeor/accounts/tables'
import { sites } from '@freeor/kernel/site'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

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
    /** What makes it unique in its kind: the start of the period, the promotion, the refunded subject. */
    period: text('period').notNull(),
    /** What it came from, as the caller that granted it names it, e.g. a plan. */
    origin: text('origin'),
    granted: integer('granted').notNull(),
    /** Free to be spent. */
    left: integer('left').notNull(),
    /** Held by reservations. */
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

/** Credits held for one subject, the thing they are to pay for, until it is settled or given up. */
export const creditReservations = pgTable(
  'credit_reservations',
  {
    id: text('id').primaryKey(),
    subjectId: text('subject_id').notNull(),
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
    uniqueIndex('credit_reservations_subject_key').on(table.subjectId),
    index('credit_reservations_company').on(table.companyId),
    index('credit_reservations_user').on(table.userId),
    index('credit_reservations_held').on(table.createdAt).where(sql`${table.state} = 'held'`),
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
    /** The lot's expiry at that time; null: never. A lot's expiry may be moved later. */
    lotExpiresAt: instant('lot_expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.reservationId, table.lotId] }),
    index('credit_reservation_parts_lot').on(table.lotId),
    check('credit_reservation_parts_amount_positive', sql`${table.amount} > 0`),
  ],
)

/** Every change of credits; rows are never changed. The sum of a lot's rows is what it has, free and held. */
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
    subjectId: text('subject_id'),
    /** What people call the subject, as it was then. */
    subjectName: text('subject_name'),
    reason: text('reason'),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('credit_ledger_id_key').on(table.id),
    index('credit_ledger_company').on(table.companyId, table.sequence),
    index('credit_ledger_lot').on(table.lotId),
    index('credit_ledger_user').on(table.userId),
    index('credit_ledger_subject').on(table.subjectId),
    // The database's own check of I2 and I3: a subject is debited once from a lot, and refunded once.
    uniqueIndex('credit_ledger_once_key')
      .on(table.subjectId, table.lotId, table.kind)
      .where(sql`${table.subjectId} IS NOT NULL`),
    check(
      'credit_ledger_sign',
      sql`(${table.kind} IN ('grant', 'refund') AND ${table.amount} > 0)
        OR (${table.kind} IN ('debit', 'expiry') AND ${table.amount} < 0)`,
    ),
  ],
)
