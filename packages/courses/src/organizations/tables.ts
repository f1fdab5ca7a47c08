import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { courses } from '../catalog/tables.ts'

/** The specification's `orgAdmin`: who sees the progress of an organization's members. Set by super admins. */
export const organizationAdmins = pgTable(
  'organization_admins',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A configured name. */
    organization: text('organization').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.organization] }),
    index('organization_admins_organization').on(table.organization),
  ],
)

/** A member whom an admin of the organization confirmed. It counts while the profile names that organization. */
export const confirmedMembers = pgTable(
  'confirmed_members',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organization: text('organization').notNull(),
    confirmedBy: text('confirmed_by').references(() => users.id, { onDelete: 'set null' }),
    confirmedAt: instant('confirmed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.organization] }),
    index('confirmed_members_organization').on(table.organization),
    index('confirmed_members_confirmed_by').on(table.confirmedBy),
  ],
)

/** An invitation to an organization: by link alone, or to one address. */
export const organizationInvitations = pgTable(
  'organization_invitations',
  {
    id: text('id').primaryKey(),
    organization: text('organization').notNull(),
    /** Null for a link that anyone may use. */
    email: text('email'),
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    acceptedBy: text('accepted_by').references(() => users.id, { onDelete: 'set null' }),
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    uniqueIndex('organization_invitations_token_key').on(table.tokenHash),
    index('organization_invitations_organization').on(table.organization, table.createdAt),
    index('organization_invitations_invited_by').on(table.invitedBy),
    index('organization_invitations_accepted_by').on(table.acceptedBy),
  ],
)

/** Until when the members of an organization are to have finished a course. */
export const organizationDueDates = pgTable(
  'organization_due_dates',
  {
    organization: text('organization').notNull(),
    courseId: text('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    dueOn: date('due_on').notNull(),
    setBy: text('set_by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organization, table.courseId] }),
    index('organization_due_dates_course_id').on(table.courseId),
    index('organization_due_dates_set_by').on(table.setBy),
  ],
)
