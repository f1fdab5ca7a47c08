import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addressKey } from '../attempt-keys.ts'
import type { Auth } from '../ports.ts'
import { hashLinkToken } from '../signed-values.ts'
import { companies, users } from '../tables.ts'
import type { InvitationAnswer, InviteStatus, OpenedInvitation } from './schema.ts'
import { invitations } from './tables.ts'

export type Invitation = typeof invitations.$inferSelect

/** The same error for a link that is unknown, used, replaced, revoked or too old. */
export const invitationIsOver = () =>
  new AppError('gone', 'That invitation is no longer valid. Please ask for a new one.')

/** The invitation a token opens while it can be accepted. @throws AppError gone */
export async function getLiveInvitation(tx: Tx, token: string, now: Date): Promise<Invitation> {
  const found = await findLiveInvitation(tx, token, now)
  if (!found) throw invitationIsOver()
  return found
}

/** As `getLiveInvitation`; undefined where there is none. */
export async function findLiveInvitation(tx: Tx, token: string, now: Date): Promise<Invitation | undefined> {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.tokenHash, hashLinkToken(token)),
        eq(invitations.status, 'pending'),
        gt(invitations.expiresAt, now),
      ),
    )
  return found
}

/**
 * What the link of an invitation shows. Somebody who has it reads the mail of that address, so it may say whether there
 * is an account.
 * @throws AppError gone, rate_limited
 */
export async function openInvitation(
  auth: Auth,
  token: string,
  caller: { readonly address: string },
): Promise<OpenedInvitation> {
  await auth.limiter.require([addressKey('invitation:address', caller.address)])
  const { db, clock } = auth
  const { companyId, invitedByUserId, email, role, expiresAt } = await getLiveInvitation(
    db,
    token,
    clock.now(),
  )
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
  const [inviter] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, invitedByUserId ?? ''))
  const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!company || !expiresAt) throw invitationIsOver()
  return {
    companyName: company.name,
    inviterName: inviter?.name ?? null,
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    hasAccount: account !== undefined,
  }
}

/** An invitation as the managers of the people see it. */
export function invitationAnswerOf(
  { id, email, role, sentAt, createdAt, expiresAt }: Invitation,
  invitedBy: string | null,
  now: Date,
): InvitationAnswer {
  const end = expiresAt ?? createdAt
  return {
    id,
    email,
    role,
    inviteStatus: 'pending',
    invitedBy,
    sentAt: (sentAt ?? createdAt).toISOString(),
    expiresAt: end.toISOString(),
    expired: end <= now,
  }
}

/** The company's invitations that nobody has accepted, newest first; expired ones too. */
export async function listInvitations(tx: Tx, scope: CompanyScope, now: Date): Promise<InvitationAnswer[]> {
  const rows = await tx
    .select({ invitation: invitations, invitedBy: users.email })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedByUserId))
    .where(and(eq(invitations.companyId, scope.companyId), eq(invitations.status, 'pending')))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(500)
  return rows.map(({ invitation, invitedBy }) => invitationAnswerOf(invitation, invitedBy, now))
}

export type InviteState = {
  /** Null for a user who was never invited. */
  readonly inviteStatus: InviteStatus | null
  /** The company of the latest status: the one that removed them, for instance. */
  readonly companyName: string | null
}

const inviteStateStatement = preparedOnce((tx) => {
  const own = alias(companies, 'own')
  // They were invited and made an account of their own instead.
  const hasBegun = sql`(${invitations.userId} IS NULL AND ${own.createdAt} >= ${invitations.createdAt})`
  return tx
    .select({
      inviteStatus: sql<InviteStatus>`CASE WHEN ${hasBegun} THEN 'converted' ELSE ${invitations.status} END`,
      companyName: companies.name,
    })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .leftJoin(own, eq(own.homeOfUserId, sql.placeholder('userId')))
    .where(
      or(
        eq(invitations.userId, sql.placeholder('userId')),
        and(
          eq(invitations.email, sql.placeholder('email')),
          or(gt(invitations.expiresAt, sql.placeholder('now')), hasBegun),
        ),
      ),
    )
    .orderBy(sql`${invitations.userId} IS NULL`, desc(invitations.updatedAt), desc(invitations.id))
    .limit(1)
    .prepare('invite_state')
})

/**
 * A user's status with the company that invited them last. A pending invitation counts only for a proven address:
 * nobody can sign up with another's address to learn who invited them. A user who has signed up for an account of their
 * own since then is `converted`, but only they see that: the company must not learn who has an account, and the link
 * still works.
 */
export async function findInviteState(
  tx: Tx,
  person: { readonly userId: string; readonly email: string; readonly emailVerified: boolean },
  now: Date,
): Promise<InviteState> {
  const { userId, emailVerified } = person
  const email = emailVerified ? person.email : ''
  const [last] = await inviteStateStatement(tx).execute({ userId, email, now })
  return last ?? { inviteStatus: null, companyName: null }
}
