import { attemptKey } from '@freeor/accounts/attempt-keys'
import { recordAudit } from '@freeor/accounts/commands'
import type { Auth } from '@freeor/accounts/ports'
import { changeProfileIn } from '@freeor/accounts/profile/commands'
import { hashLinkToken } from '@freeor/accounts/signed-values'
import { users } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { keepConfirmed, type OrgAction } from '../members/commands.ts'
import { isConfirmed } from '../members/member-condition.ts'
import { organizationInvitations } from '../tables.ts'
import type { MailOrgInvitation } from './ports.ts'
import { getLiveOrgInvitation } from './queries.ts'
import type { MadeInvitations } from './schema.ts'

/** A link that is mailed is personal; the open one stands in a newsletter for some weeks. */
const days = { mailed: 14, open: 30 }

export type Inviting = {
  readonly organization: string
  readonly emails: readonly string[]
  readonly inviter: string
  /** Where the links lead to. */
  readonly origin: string
}

export type InviteDeps = Pick<Auth, 'db' | 'limiter'> & { readonly mailInvitation: MailOrgInvitation }

function newInvitation(action: OrgAction, organization: string, email: string | null) {
  const token = newSecret()
  const { now, access } = action
  const life = email === null ? days.open : days.mailed
  const row = {
    ...{ id: newId('oin'), organization, email, tokenHash: hashLinkToken(token) },
    ...{ invitedBy: access.userId, createdAt: now },
    expiresAt: new Date(now.getTime() + life * 86_400_000),
  }
  return { token, row }
}

const urlOf = (origin: string, token: string) => `${origin}/org/join?token=${token}`

/**
 * Invites people to an organization: each address gets a mail with a link of its own, unless one is on its way already,
 * it is a confirmed member's or it got as many invitations as an address may in a day; without any address, makes one
 * link that anyone may use.
 * @throws AppError not_found for an organization that is not theirs; rate_limited
 */
export async function inviteToOrganization(
  deps: InviteDeps,
  action: OrgAction,
  inviting: Inviting,
): Promise<MadeInvitations> {
  const { access, now, ipAddress } = action
  const { organization, emails, origin } = inviting
  if (!access.organizations.includes(organization)) throw new AppError('not_found', 'There is nothing here.')
  await deps.limiter.require([attemptKey('org-invite:admin', access.userId)])
  return await deps.db.transaction(async (tx) => {
    await oneAtATime(tx, organization)
    const mailed = await mailEach(deps, tx, { action, inviting })
    const open = emails.length === 0 ? newInvitation(action, organization, null) : undefined
    if (open) await tx.insert(organizationInvitations).values(open.row)
    const details = { organization, mailed: mailed.made }
    await recordAudit(tx, {
      action: 'org_invitation.made',
      now,
      ipAddress,
      actorUserId: access.userId,
      details,
    })
    return { mailed: mailed.made, refused: mailed.refused, url: open ? urlOf(origin, open.token) : null }
  })
}

/**
 * Invites each address that is not invited yet. One whose day's invitations are used up, by whomever, holds up nobody
 * else's.
 */
async function mailEach(
  { limiter, mailInvitation }: InviteDeps,
  tx: Tx,
  { action, inviting }: { action: OrgAction; inviting: Inviting },
): Promise<{ made: number; refused: string[] }> {
  const { organization, emails, inviter, origin } = inviting
  const { access, now } = action
  const refused: string[] = []
  const rows: (typeof organizationInvitations.$inferInsert)[] = []
  for (const email of await withoutInvited(tx, { organization, emails, now })) {
    if (!(await limiter.allows(tx, attemptKey('invite:recipient', email)))) {
      refused.push(email)
      continue
    }
    await limiter.requireWithin(tx, [attemptKey('org-invite-mail:admin', access.userId)])
    const { row, token } = newInvitation(action, organization, email)
    rows.push(row)
    await mailInvitation(tx, { to: email, organization, inviter, url: urlOf(origin, token) })
  }
  if (rows.length > 0) await tx.insert(organizationInvitations).values(rows)
  return { made: rows.length, refused }
}

/** Two admins who invite one address at the same moment would both find it without an invitation, and mail it twice. */
const oneAtATime = async (tx: Tx, organization: string) =>
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`org-invitations ${organization}`}, 0))`,
  )

/** The addresses, each once, that have no invitation that still works and belong to no confirmed member. */
async function withoutInvited(
  tx: Tx,
  { organization, emails, now }: { organization: string; emails: readonly string[]; now: Date },
): Promise<string[]> {
  const addresses = [...new Set(emails)]
  if (addresses.length === 0) return []
  const waiting = await tx
    .select({ email: organizationInvitations.email })
    .from(organizationInvitations)
    .where(
      and(
        eq(organizationInvitations.organization, organization),
        inArray(organizationInvitations.email, addresses),
        isNull(organizationInvitations.revokedAt),
        isNull(organizationInvitations.acceptedAt),
        gt(organizationInvitations.expiresAt, now),
      ),
    )
  const members = await tx
    .select({ email: users.email })
    .from(users)
    .where(
      and(inArray(users.email, addresses), eq(users.org, organization), isNull(users.deletedAt), isConfirmed),
    )
  const invited = new Set([...waiting, ...members].map(({ email }) => email))
  return addresses.filter((address) => !invited.has(address))
}

/** Ends an invitation: its link no longer works. @throws AppError not_found, also for another organization's */
export async function revokeOrgInvitation(
  { db }: Pick<Auth, 'db'>,
  { access, now, ipAddress }: OrgAction,
  invitationId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(organizationInvitations)
      .set({ revokedAt: now })
      .where(
        and(
          eq(organizationInvitations.id, invitationId),
          inArray(organizationInvitations.organization, [...access.organizations]),
          isNull(organizationInvitations.revokedAt),
          isNull(organizationInvitations.acceptedAt),
        ),
      )
      .returning({ organization: organizationInvitations.organization })
    if (!revoked) throw new AppError('not_found', 'There is no such invitation.')
    const object = { objectType: 'org_invitation', objectId: invitationId, details: revoked }
    await recordAudit(tx, {
      action: 'org_invitation.revoked',
      now,
      ipAddress,
      actorUserId: access.userId,
      ...object,
    })
  })
}

/**
 * Joins an organization by an invitation: the profile names it from then on. Whoever was invited by mail is confirmed;
 * whoever has the open link is confirmed by an admin.
 * @throws AppError gone; forbidden for another address than the one that was invited
 */
export async function joinOrganization(
  { db }: Pick<Auth, 'db'>,
  actor: UserActor,
  { token, now, address }: { readonly token: string; readonly now: Date; readonly address: string },
): Promise<{ organization: string; confirmed: boolean }> {
  return await db.transaction(async (tx) => {
    const invitation = await getLiveOrgInvitation(tx, token, now)
    const { id, organization, email, invitedBy } = invitation
    if (email !== null && email !== actor.email)
      throw new AppError('forbidden', `That invitation is for ${email}. Please log in with that address.`)
    await changeProfileIn(tx, actor, { org: organization, orgIsTyped: false }, { now, address })
    if (email !== null) {
      await keepConfirmed(tx, { userId: actor.userId, organization, confirmedBy: invitedBy, now })
      const accepted = { acceptedBy: actor.userId, acceptedAt: now }
      await tx.update(organizationInvitations).set(accepted).where(eq(organizationInvitations.id, id))
    }
    return { organization, confirmed: email !== null }
  })
}
