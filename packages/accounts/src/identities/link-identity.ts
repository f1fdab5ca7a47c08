import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../commands.ts'
import type { Auth, Requester } from '../ports.ts'
import { accounts } from '../tables.ts'
import type { Identity } from './ports.ts'
import { findIdentity, isThisIdentity, type LinkedIdentity, labelOf } from './queries.ts'

export type Linking = {
  readonly userId: string
  /** The address of the account here, which is notified. */
  readonly email: string
  readonly identity: Identity
  readonly requester: Pick<Requester, 'address'>
  readonly now: Date
}

/**
 * Links an identity to the user's account. The unique index decides between two at the same time.
 * @returns whether it is new; false when it was theirs already
 * @throws AppError conflict when it belongs to somebody else
 */
export async function insertIdentity(tx: Tx, { userId, identity, now }: Linking): Promise<boolean> {
  const { issuer, subject } = identity
  const row = { id: newId('acc'), userId, providerId: issuer, accountId: subject }
  const inserted = await tx
    .insert(accounts)
    .values({ ...row, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [accounts.providerId, accounts.accountId] })
    .returning({ id: accounts.id })
  if (inserted.length > 0) return true
  const existing = await findIdentity(tx, identity)
  if (existing?.userId !== userId)
    throw new AppError('conflict', 'That log-in belongs to another account here.', {
      details: { belongsToAnother: true },
    })
  return false
}

/** Records that an identity was linked, and notifies its user by mail. */
export async function tellOfLink(
  auth: Auth,
  tx: Tx,
  linking: Linking & { readonly by: 'address' | 'person' },
): Promise<void> {
  const { email, identity, by } = linking
  await recordIdentity(tx, {
    ...linking,
    action: 'identity.linked',
    issuer: identity.issuer,
    details: { by },
  })
  const label = labelOf(auth, identity.issuer)
  await tellPerson(auth, tx, email, {
    heading: `${label} was linked to your account`,
    sentence: `From now on your ${label} account can log in to your account here.`,
  })
}

export type IdentityAction = Pick<Linking, 'userId' | 'requester' | 'now'> & {
  readonly action: string
  readonly issuer: string
  readonly details?: Record<string, unknown>
}

/** Without the subject: the trail is kept for years. */
export async function recordIdentity(tx: Tx, recorded: IdentityAction): Promise<void> {
  const { action, issuer, userId, requester, now, details } = recorded
  const who = { actorUserId: userId, subjectUserId: userId, ipAddress: requester.address }
  await recordAudit(tx, { action, now, ...who, objectType: 'identity', details: { ...details, issuer } })
}

export async function tellPerson(
  auth: Auth,
  tx: Tx,
  to: string,
  { heading, sentence }: { readonly heading: string; readonly sentence: string },
): Promise<void> {
  const paragraphs = [
    sentence,
    'If that was not you, please choose a new password by mail and write to us at once: that ends every linked log-in.',
  ]
  await auth.queueMail(tx, { to, template: 'notice', props: { subject: heading, heading, paragraphs } })
}

/** @throws AppError unauthenticated unless the identity is still the person's; waits for an unlinking under way */
export async function requireStillLinked(
  tx: Tx,
  identity: Identity,
  userId: string,
): Promise<LinkedIdentity> {
  const isTheirs = and(isThisIdentity(identity), eq(accounts.userId, userId))
  const [row] = await tx.select().from(accounts).where(isTheirs).for('no key update')
  if (!row) throw new AppError('unauthenticated', 'That log-in is not linked to an account here any more.')
  return row
}

/** Records the use of an identity that is still the person's. @throws as `requireStillLinked` */
export async function useIdentity(
  tx: Tx,
  identity: Identity,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const { id } = await requireStillLinked(tx, identity, userId)
  await tx.update(accounts).set({ updatedAt: now }).where(eq(accounts.id, id))
}
