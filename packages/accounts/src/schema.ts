import { z } from 'zod'
import { holdsLink } from './holds-link.ts'
import { isPlainText } from './is-plain-text.ts'
import { passwordMaximumLength, passwordMinimumLength } from './password-length.ts'

/** An address as people type it: trimmed and lower-cased. */
export const emailInput = z
  .string()
  .trim()
  .max(254, 'That email address is too long.')
  .pipe(z.email("Uh oh, that doesn't look like an email address."))
  .transform((email) => email.toLowerCase())

export const newPasswordInput = z
  .string()
  .min(passwordMinimumLength, `Please use at least ${passwordMinimumLength} characters.`)
  .max(passwordMaximumLength, `Please use at most ${passwordMaximumLength} characters.`)

const anyPassword = z.string().min(1, 'Please type your password.').max(passwordMaximumLength)

/**
 * A person's name goes into mail, so it may hold no line break and nothing that a mail program or a reader takes for a
 * link.
 */
export const personNameInput = z
  .string()
  .trim()
  .max(100, 'Please use at most 100 characters.')
  .refine(isPlainText, 'Please leave out line breaks, hidden characters, < and >.')
  .refine((name) => !holdsLink(name), 'Please leave out links, and put a blank after a full stop.')

/** Where the page leads to afterwards; it is given back unchanged, and the page accepts only a path of its own site. */
export const nextInput = z
  .string()
  .max(1000)
  .regex(/^[\x20-\x7e]*$/, 'is not an address')

export const signUpInput = z.strictObject({
  email: emailInput,
  password: newPasswordInput,
  name: personNameInput.optional(),
})
export const signInInput = z.strictObject({
  email: emailInput,
  password: anyPassword,
  rememberMe: z.boolean().optional(),
})
export const requestPasswordResetInput = z.strictObject({ email: emailInput, next: nextInput.optional() })
export const checkResetLinkInput = z.strictObject({ token: z.string().min(1).max(200) })
export const resetPasswordInput = z.strictObject({
  token: z.string().min(1).max(200),
  newPassword: newPasswordInput,
})
export const changePasswordInput = z.strictObject({
  currentPassword: anyPassword,
  newPassword: newPasswordInput,
  /** Ends the person's API keys too; without it they stay. */
  endApiKeys: z.boolean().optional(),
})
export const shortLivedTokenInput = z.object({ uid: z.string().max(100), email: z.string().max(254) })

export type SignUpInput = z.infer<typeof signUpInput>

/** The answer of an operation that has nothing to say. */
export const doneAnswer = z.object({ status: z.literal(true) })

/** The user who has just signed in. The token is sent as `Authorization: Bearer`; browsers have it in a cookie too. */
export const signedInAnswer = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() }),
})

export type SignedIn = z.infer<typeof signedInAnswer>

/** All other sessions have ended: this is the token of the new one. */
export const changedPasswordAnswer = doneAnswer.extend({ token: z.string() })
