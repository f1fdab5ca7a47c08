import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Free leads that an account got, with the credit lot of the same code; rows are never changed but for a deletion. */
export const promos = pgTable(
  'promos',
  {
    id: text('id').primaryKey(),
    type: text('type', { enum: ['free_leads'] }).notNull(),
    /** The lot's period: the same code is granted to a company once. */
    code: text('code').notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    /** Who earned it; null once their account is deleted. */
    userId: text('user_id').references(() => users.id),
    /** Their address then. */
    email: text('email'),
    /** The message that earned it. No foreign key: the record stays when the message is forgotten. */
    emailId: text('email_id').notNull(),
    /** Leads, `recipients` times `incentive`. */
    value: integer('value').notNull(),
    incentive: integer('incentive').notNull(),
    recipients: integer('recipients').notNull(),
    /** Of the recipients; empty once the account of the user who earned it is deleted. */
    emails: jsonb('emails').$type<readonly string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('promos_code').on(table.code),
    index('promos_company_created').on(table.companyId, table.createdAt),
    index('promos_user').on(table.userId, table.createdAt),
    index('promos_email').on(table.emailId),
    check(
      'promos_value',
      sql`${table.value} = ${table.recipients} * ${table.incentive} AND ${table.value} > 0`,
    ),
  ],
)

/**
 * Mailboxes for which somebody has got free leads, whoever it was: once per human, for good. A key stands for the
 * mailbox: no address is kept.
 */
export const rewardedAddresses = pgTable(
  'rewarded_addresses',
  {
    addressKey: text('address_key').primaryKey(),
    promoId: text('promo_id')
      .notNull()
      .references(() => promos.id),
    at: instant('at').notNull(),
  },
  (table) => [index('rewarded_addresses_promo').on(table.promoId)],
)
