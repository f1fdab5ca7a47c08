import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { challengeOf, passkeyRefused, readUsedPasskey, requestOptions } from '../adapters/webauthn.ts'
import { recordAudit } from '../commands.ts'
import type { Auth, Requester } from '../ports.ts'
import { type ChallengeFor, keepChallenge, spendChallenge } from './challenges.ts'
import { requirePasskeyHost } from './commands.ts'
import { listPasskeys, type Passkey } from './queries.ts'
import type { UsedPasskeyResponse } from './schema.ts'
import { passkeys } from './tables.ts'

/**
 * The options with which the browser uses a passkey, for the next five minutes: one of the user's passkeys, or any
 * where the user is not known.
 */
export async function offerPasskeys(auth: Auth, use: ChallengeFor, { origin }: Pick<Requester, 'origin'>) {
  const rpId = requirePasskeyHost(auth, { origin })
  const known = use.kind === 'sign-in' ? [] : await listPasskeys(auth.db, use.userId, rpId)
  if (use.kind !== 'sign-in' && known.length === 0)
    throw new AppError('conflict', 'You have no passkey for this site.')
  const options = await requestOptions(rpId, known)
  await keepChallenge(auth.db, use, { challenge: options.challenge, now: auth.clock.now() })
  return { options: { ...options } }
}

/** A passkey with a valid answer. `spend` must follow in the transaction of the action it is used for. */
export type Shown = { readonly passkey: Passkey; readonly counter: number }

/**
 * The passkey whose answer fits the challenge given for this use, at this site. The challenge is used up, also by an
 * answer that does not fit. An unknown passkey, somebody else's and a wrong answer are refused alike.
 * @throws AppError invalid_request
 */
export async function showPasskey(
  auth: Auth,
  use: ChallengeFor,
  credential: UsedPasskeyResponse,
  { origin }: Pick<Requester, 'origin'>,
): Promise<Shown> {
  const rpId = requirePasskeyHost(auth, { origin })
  const challenge = await challengeOf(credential.response)
  const now = auth.clock.now()
  if (!challenge || !(await spendChallenge(auth.db, use, { challenge, now }))) throw passkeyRefused()
  const isIt = and(eq(passkeys.credentialId, credential.id), eq(passkeys.rpId, rpId))
  const [passkey] = await auth.db.select().from(passkeys).where(isIt)
  if (!passkey || !isOf(passkey, use, credential)) throw passkeyRefused()
  const { counter } = await readUsedPasskey({ rpId, origin, challenge }, passkey, credential)
  if (hasGoneBack(passkey.counter, counter)) {
    await recordCopy(auth, { passkey, counter })
    throw passkeyRefused()
  }
  return { passkey, counter }
}

/** Two devices seem to have it: a super admin should know. */
async function recordCopy({ db, clock }: Auth, { passkey, counter }: Shown): Promise<void> {
  const about = { subjectUserId: passkey.userId, objectType: 'passkey', objectId: passkey.id }
  const details = { before: passkey.counter, now: counter }
  await recordAudit(db, { action: 'passkey.count_went_back', now: clock.now(), ...about, details })
}

/** The passkey's user, the user we know, and the user the authenticator names must be the same. */
function isOf({ userId }: Passkey, use: ChallengeFor, { response }: UsedPasskeyResponse): boolean {
  if (use.kind !== 'sign-in' && use.userId !== userId) return false
  const { userHandle } = response
  return !userHandle || Buffer.from(userHandle, 'base64url').toString('utf8') === userId
}

/**
 * Records the use of a passkey under its lock. One that was removed meanwhile is refused, and so is one whose count has
 * not grown, since then two devices have it.
 * @throws AppError invalid_request
 */
export async function spendPasskey(tx: Tx, { passkey, counter }: Shown, now: Date): Promise<void> {
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.id, passkey.id)).for('update')
  if (!row || hasGoneBack(row.counter, counter)) throw passkeyRefused()
  await tx.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, passkey.id))
}

/** Authenticators that do not count always say zero. */
const hasGoneBack = (before: number, now: number): boolean => now <= before && (now > 0 || before > 0)
