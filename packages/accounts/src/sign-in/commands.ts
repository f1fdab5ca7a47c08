import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import type { z } from 'zod'
import type { AttemptKey } from '../adapters/attempt-limiter.ts'
import type { HashRequest } from '../adapters/hashing-limiter.ts'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import {
  type Credential,
  findCredential,
  requireUnchangedPassword,
  wrongPassword,
} from '../credentials/passwords/queries.ts'
import type { AnswerWithCookies, Auth, SessionRequest } from '../ports.ts'
import type { SignedIn, signInInput } from '../schema.ts'
import { knownDevice } from '../sessions/device-mark.ts'
import { enter } from './enter.ts'
import { demandCode } from './second-step.ts'

/** Attempts of one account or address that may still be typing errors: two failures, and this attempt. */
const slips = 3

type Attempt = {
  readonly keys: readonly AttemptKey[]
  /** The priority of the hashing, after the attempts under the keys were counted. */
  hashRequest(counts: readonly number[]): HashRequest
}

/**
 * What an attempt to sign in is counted under, and its priority in the queue. Nothing of it depends on whether the
 * account exists: there are counts for any address, and only a sign-in gives a device mark.
 */
function signInAttempt(auth: Auth, { headers, address }: SessionRequest, email: string): Attempt {
  const device = knownDevice(auth, headers, email)
  const perAddress = addressKey('sign-in:address', address)
  if (device) {
    const keys = [attemptKey('sign-in:device', device), perAddress]
    return { keys, hashRequest: () => ({ priority: 'known', key: email }) }
  }
  const priority = (counts: readonly number[]) => (counts.every((one) => one <= slips) ? 'fresh' : 'suspect')
  return {
    keys: [attemptKey('sign-in:account', email), perAddress],
    hashRequest: (counts) => ({ priority: priority(counts), key: perAddress.subject }),
  }
}

/**
 * Signs in with email and password. An attempt is counted before the password is checked, and uncounted when it was
 * right, so parallel guesses cannot outrun the count.
 * @throws AppError unauthenticated for an unknown address as for a wrong password; two_factor_required with a ticket;
 *   forbidden for a closed account; rate_limited
 */
export async function signIn(
  auth: Auth,
  request: SessionRequest,
  { email, password, rememberMe = true }: z.output<typeof signInInput>,
): Promise<AnswerWithCookies<SignedIn>> {
  const { keys, hashRequest } = signInAttempt(auth, request, email)
  const counts = await auth.limiter.require(keys)
  const credential = await findCredential(auth.db, email)
  if (!(await fits(auth, { credential, password, keys, hashRequest: hashRequest(counts) })))
    throw wrongPassword()
  if (!credential) throw wrongPassword()
  await auth.limiter.forgive(keys)
  const { userId } = credential
  const check = (tx: Tx) => requireUnchangedPassword(tx, credential)
  if (credential.hasTwoFactor) throw await demandCode(auth, { userId, check })
  return await enter(auth, request, { userId, isRemembered: rememberMe, check })
}

type Tried = {
  readonly credential: Credential | undefined
  readonly password: string
  readonly keys: readonly AttemptKey[]
  readonly hashRequest: HashRequest
}

/** One hash, even without an account or a password. A refusal by the full queue costs no attempt. */
async function fits(auth: Auth, { credential, password, keys, hashRequest }: Tried): Promise<boolean> {
  try {
    return await auth.hasher.verify({ hash: credential?.hash ?? null, password }, hashRequest)
  } catch (error) {
    if (error instanceof AppError && error.details.busy) await auth.limiter.forgive(keys)
    throw error
  }
}
