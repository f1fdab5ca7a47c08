import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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

/** Users. This and the three tables below began in the shape of a library that is gone (see docs/decisions/030). */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Always lower case. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** The address of their picture, as they gave it; shown, never fetched by the server. */
    image: text('image'),
    phone: text('phone'),
    /** When a code sent to `phone` came back; empty again once the number changes. */
    phoneVerifiedAt: instant('phone_verified_at'),
    /** The organization they chose or typed. */
    org: text('org'),
    /** They typed it after choosing Other: never taken for the organization that has the same name. */
    orgIsTyped: boolean('org_is_typed').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** `user` or `super_admin`. */
    role: text('role').notNull().default('user'),
    banned: boolean('banned').default(false),
    banReason: text('ban_reason'),
    banExpires: instant('ban_expires'),
    /** The account was deleted: the row stays so that what refers to it remains valid, and holds no personal data. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    // The members of an organization; somebody who only typed its name is not one.
    index('users_org').on(table.org).where(sql`NOT ${table.orgIsTyped} AND ${table.deletedAt} IS NULL`),
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_role_known', sql`${table.role} IN ('user', 'super_admin')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** Half of what a caller must send: the other half is its signature, whose secret is not in the database. */
    token: text('token').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: text('impersonated_by').references(() => users.id, { onDelete: 'cascade' }),
    /** When its user last re-authenticated in it. */
    reauthenticatedAt: instant('reauthenticated_at'),
    /** The session a short-lived token was made from; the token ends with it. */
    parentSessionId: text('parent_session_id').references((): AnyPgColumn => sessions.id, {
      onDelete: 'cascade',
    }),
  },
  (table) => [
    uniqueIndex('sessions_token_key').on(table.token),
    index('sessions_user_id').on(table.userId),
    index('sessions_impersonated_by').on(table.impersonatedBy),
    index('sessions_parent_session_id').on(table.parentSessionId),
  ],
)

/**
 * A way to sign in. For the password, the provider is `credential`. For an identity at a provider, `provider_id` is the
 * issuer and `account_id` the subject.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    /** scrypt, `salt:key` in hex. */
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('accounts_provider_account_key').on(table.providerId, table.accountId),
    index('accounts_user_id').on(table.userId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    /** `<purpose>:<SHA-256 of the token>`: the token itself is only in the mail. */
    identifier: text('identifier').notNull(),
    /** The user it is bound to. */
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('verifications_identifier_key').on(table.identifier),
    index('verifications_value').on(table.value),
    index('verifications_expires_at').on(table.expiresAt),
  ],
)

/** Attempts counted in a window that starts with the first one. */
export const attemptCounters = pgTable(
  'attempt_counters',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowStartedAt: instant('window_started_at').notNull(),
  },
  (table) => [index('attempt_counters_window_started_at').on(table.windowStartedAt)],
)

export const companies = pgTable(
  'companies',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The address for mail to the company; the owner's address while it is null. Not proven. */
    email: text('email'),
    /** A user may own several: their own and one that was handed to them. See docs/decisions/007. */
    ownerUserId: text('owner_user_id')
      .notNull()
      .references(() => users.id),
    /** The user it was made for, while they own it: a user is given one company of their own, once. */
    homeOfUserId: text('home_of_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('companies_owner_user_id').on(table.ownerUserId),
    // Partial: an update of a column with a complete unique index locks the row against every transaction that inserts
    // a row referring to the company. A hand-over would wait for them while they wait for it.
    uniqueIndex('companies_home_of_user_id_key')
      .on(table.homeOfUserId)
      .where(sql`${table.homeOfUserId} IS NOT NULL`),
    check('companies_name_not_empty', sql`btrim(${table.name}) <> ''`),
  ],
)

export const companyMembers = pgTable(
  'company_members',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'admin', 'member', 'viewer'] }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('company_members_company_user_key').on(table.companyId, table.userId),
    uniqueIndex('company_members_owner_key').on(table.companyId).where(sql`${table.role} = 'owner'`),
    index('company_members_user_id').on(table.userId, table.createdAt),
    check('company_members_role_known', sql`${table.role} IN ('owner', 'admin', 'member', 'viewer')`),
  ],
)

/** Who did what to whom. No foreign keys: a row outlives what it refers to. */
export const auditLog = pgTable(
  'audit_log',
  {
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    id: text('id').notNull(),
    at: instant('at').notNull(),
    /** Who acted: under impersonation, the super admin. */
    actorUserId: text('actor_user_id'),
    /** The account that was acted on or impersonated. */
    subjectUserId: text('subject_user_id'),
    companyId: text('company_id'),
    action: text('action').notNull(),
    objectType: text('object_type'),
    objectId: text('object_id'),
    ipAddress: text('ip_address'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    uniqueIndex('audit_log_id_key').on(table.id),
    index('audit_log_at').on(table.at),
    index('audit_log_actor').on(table.actorUserId, table.at),
    index('audit_log_subject').on(table.subjectUserId, table.at),
    index('audit_log_company').on(table.companyId, table.at),
    index('audit_log_action').on(table.action, table.at),
  ],
)
