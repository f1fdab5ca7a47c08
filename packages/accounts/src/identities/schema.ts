import { z } from 'zod'
import { nextInput } from '../schema.ts'
import { codeInput } from '../verification/schema.ts'

/** The id as used in addresses and in the names of variables. */
export const providerIdPattern = /^[a-z][a-z0-9_]{0,29}$/

const providerId = z.string().regex(providerIdPattern)
export const identityProviderParams = z.strictObject({ providerId })
export const identityParams = z.strictObject({ identityId: z.string().min(1).max(100) })

const next = nextInput.optional()

export const beginIdentitySignInInput = z.strictObject({
  next,
  /** The token of an invitation: a new person joins that company and gets none of their own. */
  invitation: z.string().min(1).max(200).optional(),
})
export const beginIdentityLinkInput = z.strictObject({ providerId, next })
export const beginIdentityReauthenticationInput = z.strictObject({
  providerId,
  next,
  /** Of the authenticator app or a backup code, where two-factor is on. */
  code: codeInput.optional(),
})

/** The query string that the browser came back with, unchanged. */
export const finishIdentityInput = z.strictObject({ parameters: z.string().max(8000) })

/** Where the browser goes to; the answer's cookie must be in it when it comes back. */
export const identityRequestAnswer = z.object({ url: z.string() })

export const finishedIdentityAnswer = z.object({
  /** Signed in, linked, or re-authenticated. */
  purpose: z.enum(['sign-in', 'link', 'again']),
  /** As it was given at the beginning; null without one, and where an invitation was accepted directly. */
  next: z.string().nullable(),
  /** The account was made just now. */
  isNew: z.boolean(),
})

export type FinishedIdentity = z.output<typeof finishedIdentityAnswer>

export const identityProviderAnswer = z.object({ id: z.string(), label: z.string() })

export const identityAnswer = z.object({
  id: z.string(),
  /** The provider's id; null when it is not set up here any more. */
  providerId: z.string().nullable(),
  /** As people know the provider, or the host of its issuer. */
  label: z.string(),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export const identityListAnswer = z.object({
  identities: z.array(identityAnswer),
  /** Those that are set up here. */
  providers: z.array(identityProviderAnswer),
})
