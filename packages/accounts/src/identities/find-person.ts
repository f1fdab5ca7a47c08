import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { addressKey } from '../attempt-keys.ts'
import { createAccount, ensureOwnCompany, recordAudit } from '../commands.ts'
import { takeBack } from '../credentials/take-back.ts'
import { joinAsInvited } from '../invitations/acceptance/commands.ts'
import type { Auth, Requester } from '../ports.ts'
import { accounts, users } from '../tables.ts'
import { hasTwoFactor } from '../two-factor/queries.ts'
import { insertIdentity, type Linking, tellOfLink } from './link-identity.ts'
import type { ProvenIdentity } from './ports.ts'
import { findIdentity, labelOf } from './queries.ts'

export type Arrival = {
  readonly identity: ProvenIdentity
  readonly requester: Requester
  /** The token of the invitation that they used. */
  readonly invitation: string | undefined
  /** Called before an account is made. Throws to prevent it. */
  readonly requireRoom: () => void
}

export type FoundPerson = {
  readonly userId: string
  readonly isNew: boolean
  /** They joined the company they were invited to. */
  readonly hasJoined: boolean
}

/**
 * The account that an identity opens: the one it is linked to, even if its address has changed; else the one with its
 * address, to which it is linked then; else a new one. The last two only when the provider says that the address is
 * theirs.
 * @throws AppError verification_required when it does not; conflict where an identity is linked by hand only; forbidden
 *   for a closed account; rate_limited
 */
export async function findOrMakePerson(auth: Auth, arrival: Arrival): Promise<FoundPerson> {
  const { identity } = arrival
  const known = await findIdentity(auth.db, identity)
  if (known) return { userId: known.userId, isNew: false, hasJoined: false }
  const { email, isEmailVerified } = identity
  if (email === undefined || !isEmailVerified) throw addressNotVouched(auth, identity)
  const [taken] = await auth.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const address = { ...arrival, email }
  return taken ? await linkByAddress(auth, address) : await makePerson(auth, address)
}

type ByAddress = Arrival & { readonly email: string }

async function linkByAddress(auth: Auth, { identity, requester, email }: ByAddress): Promise<FoundPerson> {
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.email, email)).for('no key update')
    if (!person) throw new AppError('conflict', 'That account was changed just now. Please try again.')
    if (person.banned) throw new AppError('forbidden', 'This account is closed.')
    const { id: userId } = person
    if (person.role === 'super_admin' || (await hasTwoFactor(tx, userId)))
      throw linkedByHandOnly(auth, identity)
    if (!person.emailVerified) await takeFromStranger(auth, tx, { person, requester, now })
    const linking: Linking = { userId, email, identity, requester, now }
    if (await insertIdentity(tx, linking)) await tellOfLink(auth, tx, { ...linking, by: 'address' })
    return { userId, isNew: false, hasJoined: false }
  })
}

type Taking = {
  readonly person: typeof users.$inferSelect
  readonly requester: Requester
  readonly now: Date
}

/**
 * A stranger may have typed an address that nobody proved, and may wait with a password for its owner to come. Now the
 * owner is here: what the stranger knows or holds ends, as at a reset, and so does the password.
 */
async function takeFromStranger(auth: Auth, tx: Tx, { person, requester, now }: Taking): Promise<void> {
  const { id: userId, email } = person
  await takeBack(tx, person, now)
  const isPassword = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
  const ended = await tx.delete(accounts).where(isPassword).returning({ id: accounts.id })
  const audit = { subjectUserId: userId, ipAddress: requester.address }
  await recordAudit(tx, { action: 'account.taken_back', now, ...audit })
  if (ended.length === 0) return
  const heading = 'The password of your account has ended'
  const paragraphs = [
    'There was an account with your address that had never been confirmed. You logged in to it with an account elsewhere, so it is yours now, and the password it had has ended.',
    'If you want to log in with a password too, you can choose one at any time.',
    `${requester.origin}/reset_password`,
  ]
  await auth.queueMail(tx, {
    to: email,
    template: 'notice',
    props: { subject: heading, heading, paragraphs },
  })
}

async function makePerson(auth: Auth, arrival: ByAddress): Promise<FoundPerson> {
  const { identity, requester, invitation, requireRoom, email } = arrival
  const { name } = identity
  requireRoom()
  await auth.limiter.require([addressKey('sign-up:address', requester.address)])
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const { status, userId } = await createAccount(tx, { email, name, emailVerified: true, now })
    if (status === 'exists')
      throw new AppError('conflict', 'That account was changed just now. Please try again.')
    await insertIdentity(tx, { userId, email, identity, requester, now })
    const audit = { actorUserId: userId, subjectUserId: userId, ipAddress: requester.address }
    const details = { issuer: identity.issuer }
    await recordAudit(tx, { action: 'account.created', now, ...audit, details })
    const token = invitation
    const hasJoined =
      token !== undefined && (await joinAsInvited(auth, tx, { email, token, userId, now, caller: requester }))
    if (!hasJoined) await ensureOwnCompany(tx, { userId, email, name, now }, auth.onCompanyCreated)
    return { userId, isNew: true, hasJoined }
  })
}

function addressNotVouched(auth: Auth, { issuer }: ProvenIdentity): AppError {
  const label = labelOf(auth, issuer)
  return new AppError(
    'verification_required',
    `${label} does not confirm that your email address is yours. Please log in with your password, or sign up with one; then you can link ${label} in the settings.`,
  )
}

/** Accounts that one address alone must not open: those of super admins, and those that need more than one proof. */
function linkedByHandOnly(auth: Auth, { issuer }: ProvenIdentity): AppError {
  const label = labelOf(auth, issuer)
  return new AppError(
    'conflict',
    `There is an account with your address. Please log in to it the way you do, then link ${label} in the settings.`,
  )
}
