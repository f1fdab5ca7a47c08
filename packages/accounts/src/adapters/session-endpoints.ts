import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import type { Auth } from '../auth.ts'
import { recordAudit } from '../commands.ts'
import { changePassword } from '../credentials/passwords/commands.ts'
import {
  type Credential,
  findCredential,
  requireUnchangedPassword,
} from '../credentials/passwords/queries.ts'
import { endParentSession } from '../impersonation/commands.ts'
import { isForgotten } from '../impersonation/cookies.ts'
import { findSession } from '../queries.ts'
import type { changePasswordInput, signInInput } from '../schema.ts'
import { isPasswordOf } from '../sessions/commands.ts'
import { sessionSeconds } from '../sessions/start/commands.ts'
import { signSessionToken } from '../signed-values.ts'
import { sessions } from '../tables.ts'
import type { AttemptKey } from './attempt-limiter.ts'
import type { AuthAnswer, AuthRequest } from './auth-routes.ts'
import { deviceMarkCookie, knownDevice } from './device-mark.ts'
import type { Applicant } from './hashing-places.ts'
import { sessionCookie } from './session-cookie.ts'
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
  const device = knownDevice(auth, headers, email)
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

const wrongPassword = () => new AppError('unauthenticated', 'That email and password do not match.')

/** Our word for better-auth's refusal of a password; anything unforeseen stays a bug with its cause. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = isAPIError(error) ? error.body?.code : undefined
  if (code === 'INVALID_EMAIL_OR_PASSWORD') return wrongPassword()
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
    const credential = await findCredential(auth.db, email)
    if (credential?.hasTwoFactor)
      throw await firstFactor(auth, { credential, keys, input, applicant: applicant(counts) })
    const signedIn = await auth.hasher.onBehalfOf(applicant(counts), () =>
      auth.betterAuth.api.signInEmail({ body, headers, returnHeaders: true }),
    )
    await auth.limiter.forgive(keys)
    const { user, token } = signedIn.response
    await keepSession(auth, { credential, token, ipAddress: caller.address })
    const { id, name, emailVerified } = user
    return {
      body: { token: signSessionToken(auth.secret, token), user: { id, email, name, emailVerified } },
      cookies: [...signedIn.headers.getSetCookie(), deviceMarkCookie(auth, headers, email)],
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.details.busy) await auth.limiter.forgive(keys)
    throw refusal
  }
}

type Begun = {
  /** As it was before the password was looked at. */
  readonly credential: Credential | undefined
  readonly token: string
  readonly ipAddress: string
}

/** Tells of a session that better-auth began; one whose password was changed meanwhile ends at once. */
async function keepSession(auth: Auth, { credential, token, ipAddress }: Begun): Promise<void> {
  try {
    await auth.db.transaction(async (tx) => {
      if (!credential) throw wrongPassword()
      await requireUnchangedPassword(tx, credential)
      const { userId } = credential
      const audit = { actorUserId: userId, subjectUserId: userId, ipAddress }
      await recordAudit(tx, { action: 'session.started', now: auth.clock.now(), ...audit })
    })
  } catch (error) {
    await auth.db.delete(sessions).where(eq(sessions.token, token))
    throw error
  }
}

type FirstFactor = {
  readonly credential: Credential
  readonly keys: readonly AttemptKey[]
  readonly input: z.infer<typeof signInInput>
  readonly applicant: Applicant
}

/** For somebody with two factors a right password is half a log-in. It costs one hash, as for everybody. */
async function firstFactor(
  auth: Auth,
  { credential, keys, input, applicant }: FirstFactor,
): Promise<AppError> {
  const isRight = await isPasswordOf(auth, { userId: credential.userId, applicant }, input.password)
  if (!isRight) return wrongPassword()
  await auth.limiter.forgive(keys)
  return await demandCode(auth, credential)
}

/** Ends the session, if there is one, and clears its cookies; one under impersonation with the operator's own. */
export async function signOut({ auth, headers }: AuthRequest): Promise<AuthAnswer> {
  const session = await findSession(auth, headers)
  const kept = session?.actor.impersonatedBy ? await endParentSession(auth, session.actor.sessionId) : []
  const signedOut = await auth.betterAuth.api.signOut({ headers, returnHeaders: true })
  return { body: { status: true }, cookies: [...signedOut.headers.getSetCookie(), ...kept] }
}

/** Changes the password of someone who knows the current one, ends all sessions and starts a new one here. */
export async function changeOwnPassword(
  { auth, headers, caller }: AuthRequest,
  actor: UserActor,
  input: z.infer<typeof changePasswordInput>,
): Promise<AuthAnswer> {
  const change = { ...input, userAgent: headers.get('user-agent') }
  const { token } = await changePassword(auth, actor, change, caller)
  const age = isForgotten(auth, headers.get('cookie')) ? undefined : sessionSeconds
  return { body: { status: true, token }, cookies: [sessionCookie(auth, token, age)] }
}
