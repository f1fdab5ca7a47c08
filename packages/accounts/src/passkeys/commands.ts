import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import {
  challengeOf,
  creationOptions,
  type MadePasskey,
  passkeyRefused,
  readNewPasskey,
} from '../adapters/webauthn.ts'
import { attemptKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import { requireProvenAddress } from '../credentials/passwords/queries.ts'
import { requireWayIn } from '../identities/queries.ts'
import type { Auth, Requester } from '../ports.ts'
import { requireOwnLogIn } from '../sessions/queries.ts'
import { accounts } from '../tables.ts'
import { keepChallenge, spendChallenge } from './challenges.ts'
import { passkeyHost } from './passkey-host.ts'
import { hasPassword, listPasskeys, shownPasskey } from './queries.ts'
import type { NewPasskeyResponse, PasskeyAnswer } from './schema.ts'
import { passkeys } from './tables.ts'

const mostPasskeys = 20

/** The host that passkeys made or used at this site are bound to. @throws AppError conflict where none can be used */
export function requirePasskeyHost(
  { passkeyHost: common }: Auth,
  { origin }: Pick<Requester, 'origin'>,
): string {
  const host = passkeyHost(origin, common)
  if (!host) throw new AppError('conflict', 'Passkeys cannot be used at this address.')
  return host
}

/** The person's passkeys, and what the settings page needs to offer another one. */
export async function readPasskeys(auth: Auth, { userId }: UserActor, { origin }: Pick<Requester, 'origin'>) {
  const host = passkeyHost(origin, auth.passkeyHost)
  return {
    passkeys: (await listPasskeys(auth.db, userId)).map((row) => shownPasskey(row, host)),
    host: host ?? null,
    hasPassword: await hasPassword(auth.db, userId),
  }
}

/**
 * The options with which the browser makes a passkey, for the next five minutes in this session.
 * @throws AppError conflict where none can be made, or at twenty; verification_required unless their address is proven
 */
export async function beginPasskey(auth: Auth, actor: UserActor, requester: Requester) {
  const rpId = requirePasskeyHost(auth, requester)
  const { userId, email, name, sessionId } = actor
  await requireOwnLogIn(auth.db, actor)
  await auth.limiter.require([attemptKey('passkey:account', userId)])
  const known = await listPasskeys(auth.db, userId)
  requireRoom(known)
  const atHost = known.filter((one) => one.rpId === rpId)
  const options = await creationOptions({ rpId, userId, email, name, known: atHost })
  const { challenge } = options
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    await keepChallenge(tx, { kind: 'add', sessionId, userId }, { challenge, now })
  })
  return { options: { ...options } }
}

function requireRoom(known: readonly unknown[]): void {
  if (known.length >= mostPasskeys)
    throw new AppError('conflict', `You have ${mostPasskeys} passkeys already. Please remove one first.`)
}

export type NewPasskey = { readonly name: string; readonly credential: NewPasskeyResponse }

/**
 * Stores the passkey that a browser made with the options of `beginPasskey`, and notifies its user by mail.
 * @throws AppError invalid_request for an answer that does not fit; conflict for a passkey that is stored already;
 *   verification_required unless their address is proven
 */
export async function addPasskey(
  auth: Auth,
  actor: UserActor,
  { name, credential }: NewPasskey,
  requester: Requester,
): Promise<PasskeyAnswer> {
  const rpId = requirePasskeyHost(auth, requester)
  const { userId, sessionId } = actor
  const challenge = await challengeOf(credential.response)
  const now = auth.clock.now()
  const use = { kind: 'add', sessionId, userId } as const
  if (!challenge || !(await spendChallenge(auth.db, use, { challenge, now }))) throw passkeyRefused()
  const made = await readNewPasskey({ rpId, origin: requester.origin, challenge }, credential)
  return await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    requireRoom(await listPasskeys(tx, userId))
    const row = await insertPasskey(tx, { ...made, userId, rpId, name, now })
    await recordPasskey(tx, { actor, requester, action: 'passkey.added', passkeyId: row.id, now })
    await tell(auth, tx, actor.email, {
      heading: 'A passkey was added to your account',
      sentence: `The passkey “${name}” was added: whoever has it can log in at ${rpId} without your password.`,
    })
    return shownPasskey(row, rpId)
  })
}

type Row = MadePasskey & {
  readonly userId: string
  readonly rpId: string
  readonly name: string
  readonly now: Date
}

async function insertPasskey(tx: Tx, { now, transports, ...made }: Row) {
  const [row] = await tx
    .insert(passkeys)
    .values({ id: newId('psk'), ...made, transports: [...transports], createdAt: now, lastUsedAt: null })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning()
  if (!row) throw new AppError('conflict', 'That passkey is in use already.')
  return row
}

const isTheirPasskey = (userId: string, passkeyId: string) =>
  and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId))

const noSuchPasskey = () => new AppError('not_found', 'There is no such passkey')

/** Gives one of the person's own passkeys another name. @throws AppError not_found for anyone else's, as for none */
export async function renamePasskey(
  auth: Auth,
  actor: UserActor,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
  { origin }: Pick<Requester, 'origin'>,
): Promise<PasskeyAnswer> {
  const [row] = await auth.db
    .update(passkeys)
    .set({ name })
    .where(isTheirPasskey(actor.userId, passkeyId))
    .returning()
  if (!row) throw noSuchPasskey()
  return shownPasskey(row, passkeyHost(origin, auth.passkeyHost))
}

/**
 * Ends one of the person's own passkeys at once, and notifies them by mail.
 * @throws AppError not_found for anyone else's, as for none; conflict for their only way to log in
 */
export async function removePasskey(
  auth: Auth,
  actor: UserActor,
  passkeyId: string,
  requester: Requester,
): Promise<void> {
  const { userId, email } = actor
  await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    const [ended] = await tx.delete(passkeys).where(isTheirPasskey(userId, passkeyId)).returning()
    if (!ended) throw noSuchPasskey()
    await requireWayIn(auth, tx, userId)
    const now = auth.clock.now()
    await recordPasskey(tx, { actor, requester, action: 'passkey.removed', passkeyId, now })
    await tell(auth, tx, email, {
      heading: 'A passkey was removed from your account',
      sentence: `The passkey “${ended.name}” was removed. Nobody can log in with it any more.`,
    })
  })
}

/**
 * Removes the password of a user who has a passkey: from then on they log in with passkeys only, and a reset by mail is
 * the way back.
 * @throws AppError conflict without a passkey or a password
 */
export async function removePassword(auth: Auth, actor: UserActor, requester: Requester): Promise<void> {
  const { userId, email } = actor
  await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    if ((await listPasskeys(tx, userId)).length === 0)
      throw new AppError('conflict', 'Please add a passkey first.')
    const isPassword = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
    const ended = await tx.delete(accounts).where(isPassword).returning({ id: accounts.id })
    if (ended.length === 0) throw new AppError('conflict', 'You have no password.')
    const who = { actorUserId: userId, subjectUserId: userId, ipAddress: requester.address }
    await recordAudit(tx, { action: 'password.removed', now: auth.clock.now(), ...who })
    await tell(auth, tx, email, {
      heading: 'Your password was removed',
      sentence:
        'From now on you log in with your passkeys. A new password can be chosen by mail at any time.',
    })
  })
}

/** Removes all passkeys of a user; in the transaction that recovers the account for its owner or closes it. */
export async function endPasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}

type RecordedAction = {
  readonly actor: UserActor
  readonly requester: Requester
  readonly action: string
  readonly passkeyId: string
  readonly now: Date
}

async function recordPasskey(
  tx: Tx,
  { actor, requester, action, passkeyId, now }: RecordedAction,
): Promise<void> {
  const who = { actorUserId: actor.userId, subjectUserId: actor.userId, ipAddress: requester.address }
  await recordAudit(tx, { action, now, ...who, objectType: 'passkey', objectId: passkeyId })
}

type News = { readonly heading: string; readonly sentence: string }

async function tell(auth: Auth, tx: Tx, to: string, { heading, sentence }: News): Promise<void> {
  const paragraphs = [
    sentence,
    'If that was not you, please choose a new password by mail and write to us at once: that ends every passkey.',
  ]
  await auth.queueMail(tx, { to, template: 'notice', props: { subject: heading, heading, paragraphs } })
}
