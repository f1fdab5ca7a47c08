import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { addressKey } from '../../attempt-keys.ts'
import { addCompanyMember, createAccount, recordAudit } from '../../commands.ts'
import { readSeats } from '../../companies/queries.ts'
import { requireGoodPassword } from '../../password-rule.ts'
import type { Auth, Requester } from '../../ports.ts'
import { companies, companyMembers, users } from '../../tables.ts'
import { findLiveInvitation, getLiveInvitation, invitationIsOver } from '../queries.ts'
import type { invitedSignUpInput, Joined } from '../schema.ts'
import { invitations } from '../tables.ts'

/**
 * Joins the company as a user who has an account and is logged in with the invited address, which is proven.
 * @throws AppError gone; forbidden for another address; verification_required; conflict when no seat is left
 */
export async function acceptInvitation(
  auth: Auth,
  { actor, token, caller }: { actor: UserActor; token: string; caller: Pick<Requester, 'address'> },
): Promise<Joined> {
  await auth.limiter.require([addressKey('invitation:address', caller.address)])
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const { email } = await getLiveInvitation(tx, token, now)
    if (email !== actor.email)
      throw new AppError(
        'forbidden',
        'This invitation is for another address. Please log in with that one.',
        {
          details: { invitedEmail: email },
        },
      )
    if (!actor.emailVerified)
      throw new AppError('verification_required', 'Please confirm your email address first.')
    return await join(auth, tx, { token, userId: actor.userId, now, caller })
  })
}

/**
 * Makes an account for the invited address and joins the company. The token came by mail to that address, so the
 * address is proven. The user gets no company of their own; see docs/decisions/007.
 * @throws AppError gone; conflict when the address has an account or no seat is left; rate_limited
 */
export async function signUpInvited(
  auth: Auth,
  { token, password, name = '' }: z.output<typeof invitedSignUpInput>,
  caller: Pick<Requester, 'address'>,
): Promise<Joined & { readonly email: string }> {
  await auth.limiter.require([addressKey('invitation:address', caller.address)])
  const now = auth.clock.now()
  const { email } = await getLiveInvitation(auth.db, token, now)
  await refuseAccount(auth.db, email)
  requireGoodPassword(password, email)
  const known = { priority: 'known', key: email } as const
  const passwordHash = await auth.hasher.hash(password, known)
  return await auth.db.transaction(async (tx) => {
    const account = { email, name, passwordHash, emailVerified: true, now }
    const { status, userId } = await createAccount(tx, account)
    if (status === 'exists') throw hasAccount()
    const audit = { actorUserId: userId, subjectUserId: userId, ipAddress: caller.address }
    await recordAudit(tx, { action: 'account.created', now, ...audit })
    return { ...(await join(auth, tx, { token, userId, now, caller })), email }
  })
}

const hasAccount = () =>
  new AppError('conflict', 'You have an account already. Please log in to accept.', {
    details: { hasAccount: true },
  })

async function refuseAccount(tx: Tx, email: string): Promise<void> {
  const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (account) throw hasAccount()
}

type Joining = {
  readonly token: string
  readonly userId: string
  readonly now: Date
  readonly caller: Pick<Requester, 'address'>
}

/**
 * Joins the company that has a live invitation to the address of a new account; the address is proven.
 * @returns whether there was one
 * @throws AppError conflict when no seat is left
 */
export async function joinAsInvited(
  auth: Auth,
  tx: Tx,
  { email, ...joining }: Joining & { readonly email: string },
): Promise<boolean> {
  const invited = await findLiveInvitation(tx, joining.token, joining.now)
  if (invited?.email !== email) return false
  await join(auth, tx, joining)
  return true
}

/**
 * Spends the token and takes the seat. Both are checked under the company's lock: of any number at the same time, no
 * more get in than there are seats, and one link lets in one user.
 */
async function join(auth: Auth, tx: Tx, { token, userId, now, caller }: Joining): Promise<Joined> {
  const { companyId } = await getLiveInvitation(tx, token, now)
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  if (!company) throw invitationIsOver()
  const { id, role, email } = await getLiveInvitation(tx, token, now)
  const isThem = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
  const [already] = await tx.select({ role: companyMembers.role }).from(companyMembers).where(isThem)
  if (!already) await takeSeat(auth, tx, { companyId, userId, role, now })
  await tx
    .update(invitations)
    .set({ status: 'accepted', tokenHash: null, expiresAt: null, userId, updatedAt: now })
    .where(eq(invitations.id, id))
  await recordAudit(tx, {
    action: 'invitation.accepted',
    now,
    actorUserId: userId,
    subjectUserId: userId,
    companyId,
    objectType: 'invitation',
    objectId: id,
    ipAddress: caller.address,
    details: { email, role },
  })
  return { companyId, companyName: company.name, role: already?.role ?? role }
}

type Newcomer = { companyId: string; userId: string; role: CompanyRole; now: Date }

async function takeSeat(auth: Auth, tx: Tx, newcomer: Newcomer): Promise<void> {
  const { taken, allowed } = await readSeats(auth, tx, newcomer.companyId)
  if (taken >= allowed)
    throw new AppError('conflict', 'All seats of this account are taken. Please ask whoever invited you.', {
      details: { seatsTaken: true },
    })
  await addCompanyMember(tx, newcomer)
}
