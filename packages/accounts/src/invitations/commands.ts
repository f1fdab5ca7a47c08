import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { attemptKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import { type Acting, actionOf, type LockedCompany, lockCompany } from '../companies/commands.ts'
import { readSeats } from '../companies/queries.ts'
import type { Auth } from '../ports.ts'
import { hashLinkToken } from '../signed-values.ts'
import { companyMembers, users } from '../tables.ts'
import { type Invitation, invitationAnswerOf } from './queries.ts'
import type { InvitationAnswer, inviteInput } from './schema.ts'
import { invitations } from './tables.ts'

const invitationHours = 48

/**
 * Invites an address to the company, reserves a seat for it and mails it a link. The answer is the same whether or not
 * the address has an account.
 * @throws AppError forbidden; payment_required when the plan has no seat left; conflict for somebody who is a member or
 *   invited already; rate_limited
 */
export async function invitePerson(
  auth: Auth,
  acting: Acting,
  { email, role }: z.output<typeof inviteInput>,
): Promise<InvitationAnswer> {
  const { companyId } = acting.scope
  await auth.limiter.require([attemptKey('invite:company', companyId)])
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const company = await lockCompany(tx, acting.scope, 'people.manage')
    await refuseKnown(tx, companyId, email)
    await requireFreeSeat(auth, tx, companyId)
    const token = newSecret()
    const [invitation] = await tx
      .insert(invitations)
      .values({
        id: newId('inv'),
        companyId,
        email,
        role,
        status: 'pending',
        ...newLink(token, now),
        invitedByUserId: acting.actor.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!invitation) throw new AppError('internal', 'The invitation was not stored')
    return await mailInvitation(auth, tx, { acting, company, invitation, token })
  })
}

/** Tells a company only about its own people: its members and those it invited. @throws AppError conflict */
async function refuseKnown(tx: Tx, companyId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), eq(users.email, email)))
  if (member) throw new AppError('conflict', 'They are in your account already.')
  const [waiting] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(isPending(companyId, email))
  if (waiting)
    throw new AppError('conflict', 'They are invited already. You can send the invitation again.', {
      details: { invitationId: waiting.id },
    })
}

const isPending = (companyId: string, email: string) =>
  and(eq(invitations.companyId, companyId), eq(invitations.email, email), eq(invitations.status, 'pending'))

/** The company's row must be locked. @throws AppError payment_required */
async function requireFreeSeat(auth: Auth, tx: Tx, companyId: string): Promise<void> {
  const seats = await readSeats(auth, tx, companyId)
  if (seats.taken + seats.offered < seats.allowed) return
  const sentence =
    seats.allowed === 0
      ? 'Your plan is for one person. Please choose a plan with seats to invite people.'
      : 'All seats of your plan are taken or offered.'
  throw new AppError('payment_required', sentence, { details: { seats } })
}

function newLink(token: string, now: Date) {
  const expiresAt = new Date(now.getTime() + invitationHours * 3_600_000)
  return { tokenHash: hashLinkToken(token), expiresAt, sentAt: now }
}

type Sending = {
  readonly acting: Acting
  readonly company: LockedCompany
  readonly invitation: Invitation
  /** Only in the mail, nowhere else. */
  readonly token: string
  readonly isAgain?: boolean
}

async function mailInvitation(
  auth: Auth,
  tx: Tx,
  { acting, company, invitation, token, isAgain = false }: Sending,
): Promise<InvitationAnswer> {
  const { id, companyId, email, role, updatedAt } = invitation
  // Last in the transaction: an invitation that was refused for any reason is not counted.
  await auth.limiter.requireWithin(tx, [
    attemptKey('invite:company-recipient', `${companyId} ${email}`),
    attemptKey('invite:recipient', email),
  ])
  await auth.queueMail(tx, {
    to: email,
    template: 'invitation',
    props: {
      companyName: company.name,
      inviterName: acting.actor.name,
      role,
      url: `${acting.caller.origin}/invitation?token=${token}`,
      hours: invitationHours,
    },
  })
  await recordAudit(tx, {
    ...actionOf(acting, updatedAt),
    action: isAgain ? 'invitation.resent' : 'invitation.sent',
    objectType: 'invitation',
    objectId: id,
    details: { email, role },
  })
  return invitationAnswerOf(invitation, acting.actor.email, updatedAt)
}

/** A pending invitation of this company. The company's row must be locked. @throws AppError not_found */
async function getPending(tx: Tx, companyId: string, invitationId: string): Promise<Invitation> {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.id, invitationId),
        eq(invitations.companyId, companyId),
        eq(invitations.status, 'pending'),
      ),
    )
  if (!found) throw new AppError('not_found', 'There is no such invitation')
  return found
}

/**
 * Mails an invitation again; the link before it no longer works.
 * @throws AppError not_found, also for another company's; payment_required when it had expired and its seat is gone;
 *   rate_limited, forbidden
 */
export async function resendInvitation(
  auth: Auth,
  acting: Acting,
  invitationId: string,
): Promise<InvitationAnswer> {
  const { companyId } = acting.scope
  await getPending(auth.db, companyId, invitationId)
  await auth.limiter.require([attemptKey('invite:company', companyId)])
  return await auth.db.transaction(async (tx) => {
    const company = await lockCompany(tx, acting.scope, 'people.manage')
    const { expiresAt } = await getPending(tx, companyId, invitationId)
    const now = auth.clock.now()
    if (expiresAt === null || expiresAt <= now) await requireFreeSeat(auth, tx, companyId)
    const token = newSecret()
    const sent = { ...newLink(token, now), invitedByUserId: acting.actor.userId, updatedAt: now }
    const [invitation] = await tx
      .update(invitations)
      .set(sent)
      .where(eq(invitations.id, invitationId))
      .returning()
    if (!invitation) throw new AppError('internal', 'The invitation was not stored')
    return await mailInvitation(auth, tx, { acting, company, invitation, token, isAgain: true })
  })
}

/** Revokes an invitation: its link no longer works and its seat is free. @throws AppError not_found, forbidden */
export async function revokeInvitation(auth: Auth, acting: Acting, invitationId: string): Promise<void> {
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, 'people.manage')
    const { email, role } = await getPending(tx, acting.scope.companyId, invitationId)
    await tx.delete(invitations).where(eq(invitations.id, invitationId))
    await recordAudit(tx, {
      ...actionOf(acting, now),
      action: 'invitation.revoked',
      objectType: 'invitation',
      objectId: invitationId,
      details: { email, role },
    })
  })
}
