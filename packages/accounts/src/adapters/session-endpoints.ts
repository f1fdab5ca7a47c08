import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { isAPIError } from 'better-auth/api'
import { parseCookies } from 'better-auth/cookies'
import type { z } from 'zod'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import type { Auth } from '../auth.ts'
import { recordAudit } from '../commands.ts'
import { endParentSession } from '../impersonation/commands.ts'
import { requireGoodPassword } from '../password-rule.ts'
import { findSession } from '../queries.ts'
import type { changePasswordInput, signInInput } from '../schema.ts'
import { isPasswordOf } from '../sessions/commands.ts'
import { readDeviceMark, signSessionToken } from '../signed-values.ts'
import { findTwoFactorPerson } from '../two-factor/queries.ts'
import type { AttemptKey } from './attempt-limiter.ts'
import type { AuthAnswer, AuthRequest } from './auth-routes.ts'
import { deviceCookie, deviceMarkCookie } from './device-mark.ts'
import type { Applicant } from './hashing-places.ts'
import { demandCode } from './two-factor-sign-in.ts'

/** Failures of the same account or address that are still a person's slips: two, and this attempt. */
const slips = 3

type Attempt = {
  readonly keys: readonly AttemptKey[]
  /** Whose turn it is to be hashed for, once the attempts under the keys are counted. */
  applicant(counts: readonly number[]): Applicant
}

/**
 * What an attempt to sign in counts under, and where it waits. Nothing of it depends on whether the account exists:
 * the counts are kept for any address, and a device's mark is had only by signing in.
 */
function signInAttempt({ auth, headers, caller }: AuthRequest, email: string): Attempt {
  const mark = parseCookies(headers.get('cookie') ?? '').get(deviceCookie)
  const device = readDeviceMark(auth.secret, mark, email)
  const perAddress = addressKey('sign-in:address', caller.address)
  if (device) {
    const keys = [attemptKey('sign-in:device', device), perAddress]
    return { keys, applicant: () => ({ lane: 'known', subject: email }) }
  }
  const lane = (counts: readonly number[]) => (counts.every((one) => one <= slips) ? 'fresh' : 'suspect')
  return {
    keys: [attemptKey('sign-in:account', email), perAddress],
    applicant: (counts) => ({ lane: lane(counts), subject: perAddress.subject }),
  }
}

/** Our word for better-auth's refusal of a password; anything unforeseen stays a bug with its cause. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = isAPIError(error) ? error.body?.code : undefined
  if (code === 'INVALID_EMAIL_OR_PASSWORD') {
    return new AppError('unauthenticated', 'That email and password do not match.')
  }
  if (code === 'INVALID_PASSWORD')
    return new AppError('invalid_request', 'Your current password is not right.')
  if (code === 'BANNED_USER') return new AppError('forbidden', 'This account is closed.')
  return new AppError('internal', 'Something went wrong', { cause: error })
}

/**
 * Signs in with email and password. An attempt is counted before the password is looked at and forgiven when it was
 * right, so parallel guesses cannot outrun the count.
 */
export async function signIn(request: AuthRequest, input: z.infer<typeof signInInput>): Promise<AuthAnswer> {
  const { auth, headers, caller } = request
  const { keys, applicant } = signInAttempt(request, input.email)
  const counts = await auth.limiter.require(keys)
  const { email, password, rememberMe = true } = input
  const body = { email, password, rememberMe }
  try {
    const twoFactorPerson = await findTwoFactorPerson(auth.db, email)
    if (twoFactorPerson)
      throw await firstFactor(auth, { userId: twoFactorPerson, keys, input, applicant: applicant(counts) })
    const signedIn = await auth.hasher.onBehalfOf(applicant(counts), () =>
      auth.betterAuth.api.signInEmail({ body, headers, returnHeaders: true }),
    )
    await auth.limiter.forgive(keys)
    const { user, token } = signedIn.response
    const audit = { actorUserId: user.id, subjectUserId: user.id, ipAddress: caller.address }
    await recordAudit(auth.db, { action: 'session.started', now: auth.clock.now(), ...audit })
    const { id, name, emailVerified } = user
    return {
      body: { token: signSessionToken(auth.secret, token), user: { id, email, name, emailVerified } },
      cookies: [...signedIn.headers.getSetCookie(), deviceMarkCookie(auth, email)],
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.details.busy) await auth.limiter.forgive(keys)
    throw refusal
  }
}

type FirstFactor = {
  readonly userId: string
  readonly keys: readonly AttemptKey[]
  readonly input: z.infer<typeof signInInput>
  readonly applicant: Applicant
}

/** For somebody with two factors a right password is half a log-in. It costs one hash, as for everybody. */
async function firstFactor(auth: Auth, { userId, keys, input, applicant }: FirstFactor): Promise<AppError> {
  const isRight = await isPasswordOf(auth, { userId, applicant }, input.password)
  if (!isRight) return new AppError('unauthenticated', 'That email and password do not match.')
  await auth.limiter.forgive(keys)
  return await demandCode(auth, userId)
}

/** Ends the session, if there is one, and clears its cookies; one under impersonation with the operator's own. */
export async function signOut({ auth, headers }: AuthRequest): Promise<AuthAnswer> {
  const session = await findSession(auth, headers)
  const kept = session?.actor.impersonatedBy ? await endParentSession(auth, session.actor.sessionId) : []
  const signedOut = await auth.betterAuth.api.signOut({ headers, returnHeaders: true })
  return { body: { status: true }, cookies: [...signedOut.headers.getSetCookie(), ...kept] }
}

/** Changes the password of someone who knows the current one, ends all sessions and starts a new one here. */
export async function changePassword(
  { auth, headers, caller }: AuthRequest,
  actor: UserActor,
  input: z.infer<typeof changePasswordInput>,
): Promise<AuthAnswer> {
  requireGoodPassword(input.newPassword, actor.email)
  const keys = [attemptKey('change-password:account', actor.userId)]
  await auth.limiter.require(keys)
  try {
    const body = { ...input, revokeOtherSessions: true }
    const changed = await auth.hasher.onBehalfOf({ lane: 'known', subject: actor.email }, () =>
      auth.betterAuth.api.changePassword({ body, headers, returnHeaders: true }),
    )
    await auth.limiter.forgive(keys)
    const audit = { actorUserId: actor.userId, subjectUserId: actor.userId, ipAddress: caller.address }
    await recordAudit(auth.db, { action: 'password.changed', now: auth.clock.now(), ...audit })
    await tellOfNewPassword(auth, actor.email)
    const { token } = changed.response
    return {
      body: { status: true, token: token ? signSessionToken(auth.secret, token) : null },
      cookies: changed.headers.getSetCookie(),
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.details.busy) await auth.limiter.forgive(keys)
    throw refusal
  }
}

async function tellOfNewPassword(auth: Auth, to: string): Promise<void> {
  const heading = 'Your password was changed'
  const paragraphs = [
    'The password of your account was changed, and every other session was logged out.',
    'If that was not you, please choose a new password by mail and write to us at once.',
  ]
  await auth.queueMail(auth.db, { to, template: 'notice', props: { subject: heading, heading, paragraphs } })
}
