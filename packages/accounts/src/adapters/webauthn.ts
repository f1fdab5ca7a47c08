import { AppError } from '@freeor/kernel/errors'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskeyResponse, UsedPasskeyResponse } from '../passkeys/schema.ts'

/** Where a passkey is made or used: the host it is bound to, the site's origin, and the challenge we gave. */
export type Ceremony = { readonly rpId: string; readonly origin: string; readonly challenge: string }

export type Known = { readonly credentialId: string; readonly transports: readonly string[] }

/** Loaded at first use: it includes the parsers of every form of attestation. */
const library = () => import('@simplewebauthn/server')

const productName = 'Freeor'
/** COSE's numbers of Ed25519, ES256 and RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257]
/** How long a challenge is valid. */
export const challengeMs = 5 * 60_000

/** The options for making a passkey in a browser: one that stores its user, behind a PIN, a finger or a face. */
export async function creationOptions(input: {
  readonly rpId: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly known: readonly Known[]
}) {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: productName,
    rpID: input.rpId,
    userID: new TextEncoder().encode(input.userId),
    userName: input.email,
    userDisplayName: input.name,
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: input.known.map(shown),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The options for using a passkey in a browser: one of those known, or any of the host where none is named. */
export async function requestOptions(rpId: string, known: readonly Known[]) {
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({
    rpID: rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: known.map(shown),
  })
}

const shown = ({ credentialId, transports }: Known) => ({ id: credentialId, transports: [...transports] })

/** The challenge that a browser's answer names; undefined when the answer is invalid. */
export async function challengeOf(response: {
  readonly clientDataJSON: string
}): Promise<string | undefined> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

export type MadePasskey = {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isSynced: boolean
}

/** The passkey that a browser made. @throws AppError invalid_request for any answer that does not fit the ceremony */
export async function readNewPasskey(
  { rpId, origin, challenge }: Ceremony,
  response: NewPasskeyResponse,
): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      // The library checks the members that the schema does not.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) throw passkeyRefused()
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialBackedUp,
  }
}

/**
 * The signature count of an authenticator that answered with this passkey. The caller must check, under the passkey's
 * lock, that it has not gone back.
 * @throws AppError invalid_request for any answer that does not fit the ceremony
 */
export async function readUsedPasskey(
  { rpId, origin, challenge }: Ceremony,
  passkey: { readonly credentialId: string; readonly publicKey: string },
  response: UsedPasskeyResponse,
): Promise<{ readonly counter: number }> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw passkeyRefused()
  return { counter: authenticationInfo.newCounter }
}

export const passkeyRefused = (cause?: unknown) =>
  new AppError('invalid_request', 'That passkey did not work here. Please try again.', { cause })

async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw passkeyRefused(cause)
  }
}
