import { z } from 'zod'
import { personNameInput } from '../schema.ts'

const bytes = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+={0,2}$/, 'is not base64url')
const transports = z.array(z.string().max(40)).max(20)
const extensions = z.looseObject({})

/** What a browser gives for a new passkey, as WebAuthn's `RegistrationResponseJSON` says. */
export const newPasskeyResponse = z.strictObject({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: extensions,
  response: z.strictObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes.optional(),
    transports: transports.optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: bytes.nullish(),
  }),
})

/** What a browser gives when a passkey is used, as WebAuthn's `AuthenticationResponseJSON` says. */
export const usedPasskeyResponse = z.strictObject({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: extensions,
  response: z.strictObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})

export type NewPasskeyResponse = z.output<typeof newPasskeyResponse>
export type UsedPasskeyResponse = z.output<typeof usedPasskeyResponse>

const passkeyName = personNameInput.min(1, 'Please give the passkey a name.')

export const addPasskeyInput = z.strictObject({ name: passkeyName, credential: newPasskeyResponse })
export const renamePasskeyInput = z.strictObject({ name: passkeyName })
export const passkeyParams = z.strictObject({ passkeyId: z.string().min(1).max(100) })

const ticket = z.string().min(1).max(200)

/** With a ticket: for the second step after a right password. */
export const passkeySignInOptionsInput = z.strictObject({ ticket: ticket.optional() })
export const passkeySignInInput = z.strictObject({
  credential: usedPasskeyResponse,
  ticket: ticket.optional(),
  rememberMe: z.boolean().optional(),
})
export const passkeyReauthenticationInput = z.strictObject({ credential: usedPasskeyResponse })

/** The options for `navigator.credentials`: see WebAuthn's `parseRequestOptionsFromJSON` and similar functions. */
export const passkeyOptionsAnswer = z.object({ options: z.looseObject({ challenge: z.string() }) })

export const passkeyAnswer = z.object({
  id: z.string(),
  name: z.string(),
  /** The host it works at. */
  host: z.string(),
  /** Whether it works at the site that got the request. */
  worksHere: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export type PasskeyAnswer = z.output<typeof passkeyAnswer>

export const passkeyListAnswer = z.object({
  passkeys: z.array(passkeyAnswer),
  /** The host that a passkey made at this site is bound to; null where none can be made. */
  host: z.string().nullable(),
  /** Without a password the person signs in with a passkey only. */
  hasPassword: z.boolean(),
})
