import { timingSafeEqual } from 'node:crypto'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import type { Auth, Requester } from '../ports.ts'
import { changeProfileIn } from '../profile/commands.ts'
import { readPhoneNumber } from '../profile/phone-number.ts'
import type { UserProfileInput } from '../profile/schema.ts'
import { users } from '../tables.ts'
import { type CodePurpose, codeMinutes, hashCode, mostTries, newCode } from './codes.ts'
import type { CodeCheck, StartVerificationInput } from './schema.ts'
import { verificationCodes } from './tables.ts'

type Sending = {
  readonly userId: string
  readonly purpose: CodePurpose
  readonly channel: 'email' | 'sms'
  readonly sentTo: string
}

/** A new code in place of the earlier one. Returns when it expires. */
async function keepCode(auth: Auth, tx: Tx, sending: Sending, code: string): Promise<Date> {
  const { userId, purpose, channel, sentTo } = sending
  const now = auth.clock.now()
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
  const row = {
    ...{ channel, sentTo, tries: 0, expiresAt, createdAt: now },
    id: newId('vcd'),
    codeHash: hashCode(auth.secret, sending, code),
  }
  await tx
    .insert(verificationCodes)
    .values({ ...row, userId, purpose })
    .onConflictDoUpdate({ target: [verificationCodes.userId, verificationCodes.purpose], set: row })
  return expiresAt
}

/**
 * Keeps a code that nobody can type, in place of the earlier one: an attempt gets the same answer as a mistyped code,
 * so the answers do not reveal that nothing was sent.
 */
export async function keepDeadCode(auth: Auth, tx: Tx, sending: Sending): Promise<void> {
  await keepCode(auth, tx, sending, newSecret())
}

/** A new code in place of the earlier one, put into the outbox in the same transaction. Returns when it expires. */
export async function sendCode(auth: Auth, tx: Tx, sending: Sending): Promise<Date> {
  const { purpose, channel, sentTo } = sending
  const code = newCode()
  const expiresAt = await keepCode(auth, tx, sending, code)
  if (channel === 'sms') {
    const text = `${code} is your Freeor code. It works for ${codeMinutes} minutes. We never ask for it.`
    await auth.queueSms(tx, { to: sentTo, text, expiresAt })
  } else {
    const props = { code, minutes: codeMinutes, purpose }
    await auth.queueMail(tx, { to: sentTo, template: 'verification-code', props })
  }
  return expiresAt
}

/**
 * Counts a sending; text messages also by number and client address, since they cost us money. What is refused to an
 * account counts for no number, and a number that the account has proven has counts of its own there: strangers who name
 * it hold up only each other.
 */
async function requireMaySend(
  auth: Auth,
  { userId, channel, sentTo }: Sending,
  caller: Pick<Requester, 'address'>,
) {
  await auth.limiter.require([attemptKey('code:account', userId), attemptKey('code-day:account', userId)])
  if (channel !== 'sms') return
  await auth.limiter.require([addressKey('sms:address', caller.address)])
  const number = (await isProven(auth, userId, sentTo)) ? `${userId} ${sentTo}` : sentTo
  await auth.limiter.require([attemptKey('sms:recipient', number), attemptKey('sms-day:recipient', number)])
}

async function isProven(auth: Auth, userId: string, phone: string): Promise<boolean> {
  const isTheirs = and(eq(users.id, userId), eq(users.phone, phone), isNotNull(users.phoneVerifiedAt))
  return (await auth.db.$count(users, isTheirs)) > 0
}

/** Deletes codes that are too old; for a daily job. */
export async function forgetVerificationCodes(tx: Tx, now: Date): Promise<void> {
  await tx.delete(verificationCodes).where(lt(verificationCodes.expiresAt, now))
}

/** Where the code goes. @throws AppError invalid_request for anybody else's address and for an invalid number */
function readTarget(actor: UserActor, input: StartVerificationInput): Pick<Sending, 'channel' | 'sentTo'> {
  if (input.sms_to && !input.email_to) {
    const number = readPhoneNumber(input.sms_to)
    if (number === undefined) throw new AppError('invalid_request', 'Please update the phone number.')
    return { channel: 'sms', sentTo: number }
  }
  if (input.email_to && input.email_to !== actor.email)
    throw new AppError('invalid_request', 'A code goes to the address of your account only.')
  return { channel: 'email', sentTo: actor.email }
}

/**
 * Sends the signed-in person a code, by mail to their own address or by text message to a number they name.
 * @throws AppError invalid_request, rate_limited
 */
export async function startVerification(
  auth: Auth,
  actor: UserActor,
  input: StartVerificationInput,
  caller: Pick<Requester, 'address'>,
): Promise<{ channel: 'email' | 'sms'; sentTo: string; expiresAt: string }> {
  const target = readTarget(actor, input)
  const sending: Sending = { userId: actor.userId, purpose: 'verify-account', ...target }
  await requireMaySend(auth, sending, caller)
  const expiresAt = await auth.db.transaction((tx) => sendCode(auth, tx, sending))
  return { ...target, expiresAt: expiresAt.toISOString() }
}

export type SpentCode =
  | { readonly status: 'right'; readonly channel: 'email' | 'sms'; readonly sentTo: string }
  | { readonly status: 'wrong' | 'expired' }

/**
 * Tries a code. The attempt is counted in the statement that reads the code, so at most five count of any number in
 * parallel. A right one deletes the code. The caller must commit after a wrong one, too: otherwise the attempt was not
 * counted.
 */
export async function tryCode(
  auth: Auth,
  tx: Tx,
  tried: { readonly userId: string; readonly purpose: CodePurpose; readonly code: string },
): Promise<SpentCode> {
  const { userId, purpose, code } = tried
  const isTheirs = and(eq(verificationCodes.userId, userId), eq(verificationCodes.purpose, purpose))
  const isLive = and(
    gt(verificationCodes.expiresAt, auth.clock.now()),
    lt(verificationCodes.tries, mostTries),
  )
  const [found] = await tx
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} + 1` })
    .where(and(isTheirs, isLive))
    .returning()
  if (!found) return { status: 'expired' }
  const given = Buffer.from(hashCode(auth.secret, found, code))
  if (!timingSafeEqual(given, Buffer.from(found.codeHash))) return { status: 'wrong' }
  await tx.delete(verificationCodes).where(isTheirs)
  return { status: 'right', channel: found.channel, sentTo: found.sentTo }
}

/** Records the address or the number that the code went to as proven; a profile sent with it is saved, too. */
export async function verifyAccount(
  auth: Auth,
  actor: UserActor,
  input: { readonly verificationCode: string; readonly userProfile?: UserProfileInput | undefined },
  caller: Pick<Requester, 'address'>,
): Promise<CodeCheck> {
  const { userId } = actor
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const tried = { userId, purpose: 'verify-account', code: input.verificationCode } as const
    const spent = await tryCode(auth, tx, tried)
    if (spent.status !== 'right') return { verified: false, expired: spent.status === 'expired' }
    if (input.userProfile) await changeProfileIn(tx, actor, input.userProfile, { now, ...caller })
    if (!(await prove(tx, { userId, ...spent, now }))) return { verified: false, expired: true }
    await recordAudit(tx, {
      action: spent.channel === 'sms' ? 'phone.verified' : 'email.verified',
      now,
      actorUserId: userId,
      subjectUserId: userId,
      ipAddress: caller.address,
    })
    return { verified: true, expired: false }
  })
}

type Proof = {
  readonly userId: string
  readonly channel: 'email' | 'sms'
  readonly sentTo: string
  readonly now: Date
}

/** A code that went to an address the account no longer has proves nothing. */
async function prove(tx: Tx, { userId, channel, sentTo, now }: Proof): Promise<boolean> {
  const proven =
    channel === 'sms'
      ? { phone: sentTo, phoneVerifiedAt: now, updatedAt: now }
      : { emailVerified: true, updatedAt: now }
  const isTheirs = and(eq(users.id, userId), ...(channel === 'email' ? [eq(users.email, sentTo)] : []))
  return (await tx.update(users).set(proven).where(isTheirs).returning({ id: users.id })).length > 0
}
