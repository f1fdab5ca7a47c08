import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { companies, users } from '../tables.ts'

/**
 * The relation between a company and a user who is not its founder, from the first mail on: `pending` until the link is
 * used, `accepted` while they are a member, `removed` when they have left, `converted` when they made an account of
 * their own.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The address the mail went to, in lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: ['admin', 'member', 'viewer'] }).notNull(),
    status: text('status', { enum: ['pending', 'accepted', 'converted', 'removed'] }).notNull(),
    /** SHA-256 of the token in the newest mail; null once it is used. */
    tokenHash: text('token_hash'),
    expiresAt: instant('expires_at'),
    sentAt: instant('sent_at'),
    invitedByUserId: text('invited_by_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Who accepted. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_token_hash_key').on(table.tokenHash),
    uniqueIndex('invitations_pending_key')
      .on(table.companyId, table.email)
      .where(sql`${table.status} = 'pending'`),
    index('invitations_company').on(table.companyId, table.createdAt),
    index('invitations_email').on(table.email),
    index('invitations_user').on(table.userId, table.updatedAt),
    index('invitations_invited_by').on(table.invitedByUserId),
    check('invitations_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('invitations_role_known', sql`${table.role} IN ('admin', 'member', 'viewer')`),
    check(
      'invitations_status_known',
      sql`${table.status} IN ('pending', 'accepted', 'converted', 'removed')`,
    ),
    // Only a pending invitation can be accepted, and it has an end.
    check(
      'invitations_token_while_pending',
      sql`(${table.status} = 'pending') = (${table.tokenHash} IS NOT NULL) AND (${table.tokenHash} IS NULL) = (${table.expiresAt} IS NULL)`,
    ),
    check('invitations_person_once_settled', sql`${table.status} = 'pending' OR ${table.userId} IS NOT NULL`),
  ],
)
