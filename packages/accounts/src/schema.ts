import { z } from 'zod'
import { holdsLink } from './holds-link.ts'
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

/** A person's name goes into mail, so it may hold no line break and nothing that a mail program or a person takes for a link. */
export const personNameInput = z
  .string()
  .trim()
  .max(100, 'Please use at most 100 characters.')
  .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029<>]*$/u, 'Please leave out line breaks, < and >.')
  .refine((name) => !holdsLink(name), 'Please leave out links, and put a blank after a full stop.')

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
export const requestPasswordResetInput = z.strictObject({ email: emailInput })
export const checkResetLinkInput = z.strictObject({ token: z.string().min(1).max(200) })
export const resetPasswordInput = z.strictObject({
  token: z.string().min(1).max(200),
  newPassword: newPasswordInput,
})
export const changePasswordInput = z.strictObject({
  currentPassword: anyPassword,
  newPassword: newPasswordInput,
  /** Ends the person's API keys too; they stay unless told. */
  endApiKeys: z.boolean().optional(),
})
export const shortLivedTokenInput = z.object({ uid: z.string().max(100), email: z.string().max(254) })

export type SignUpInput = z.infer<typeof signUpInput>

/** The answer to what is done without telling anything. */
export const doneAnswer = z.object({ status: z.literal(true) })

/** Who has just signed in. The token is sent as `Authorization: Bearer`; browsers have it in a cookie too. */
export const signedInAnswer = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() }),
})

export type SignedIn = z.infer<typeof signedInAnswer>

/** All other sessions have ended: the token is of the new one. */
export const changedPasswordAnswer = doneAnswer.extend({ token: z.string() })

export type Feedback = { readonly ok: boolean; readonly text: string }

type Site = 'leads' | 'courses'

const feedbackTexts = {
  leads: {
    email: 'Email looks good :)',
    match: 'Perfect, those passwords match.',
    mismatch: "Uh oh, your passwords don't match",
  },
  courses: {
    email: 'Email looks good.',
    match: 'Yay, your passwords match :)',
    mismatch: "Uh oh, your passwords don't match :(",
  },
} as const

/** The sentence under an email field. The form goes by the @ alone; the server by `emailInput`. */
export function emailFeedback(value: string, site: Site = 'leads'): Feedback {
  return value.includes('@')
    ? { ok: true, text: feedbackTexts[site].email }
    : { ok: false, text: "Uh oh, that doesn't look like an email address." }
}

/** The sentence under a password confirmation; `ok` also asks that it is not empty, as the button does. */
export function passwordMatchFeedback(
  password: string,
  confirmation: string,
  site: Site = 'leads',
): Feedback {
  const same = password === confirmation
  return { ok: same && confirmation !== '', text: feedbackTexts[site][same ? 'match' : 'mismatch'] }
}
