import { z } from 'zod'
import { personNameInput } from '../schema.ts'
import { readPhoneNumber } from './phone-number.ts'
import { isUploaded } from './photos/schema.ts'

const phoneInput = z
  .string()
  .max(40, 'Please update the phone number.')
  .transform((typed, context) => {
    const number = readPhoneNumber(typed)
    if (number !== undefined) return number
    context.addIssue({ code: 'custom', message: 'Please update the phone number.' })
    return z.NEVER
  })

export const needsOrganization = 'Please select an organization.'

const orgInput = z
  .string()
  .trim()
  .max(200, 'Please use at most 200 characters.')
  .refine((org) => org.toLowerCase() !== 'other', needsOrganization)
  .pipe(personNameInput.max(200))

const photoUrlInput = z
  .string()
  .trim()
  .max(500, 'That address is too long.')
  .refine(
    (url) => url === '' || isUploaded(url) || URL.parse(url)?.protocol === 'https:',
    'Please give an https address.',
  )

/** The specification's `userProfile`: only what is sent is changed. Update email changes the email address. */
export const userProfileInput = z.strictObject({
  name: personNameInput.min(1, 'Please update the name.').optional(),
  phone: phoneInput.optional(),
  /** Read-only: the one the account has. */
  email: z.string().trim().min(1, 'Please update the email.').max(254).optional(),
  photoUrl: photoUrlInput.optional(),
  /** Empty for none, where the site lets a profile be without one. */
  org: orgInput.optional(),
  /** `org` was typed after choosing Other. Without it, a name that is among the choices was chosen. */
  orgIsTyped: z.boolean().optional(),
})

export type UserProfileInput = z.output<typeof userProfileInput>

export const userProfileAnswer = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  photoUrl: z.string(),
  org: z.string(),
  /** Typed after choosing Other: kept apart, also where it equals one of the choices. */
  orgIsTyped: z.boolean(),
})

const profileAnswer = z.object({
  userProfile: userProfileAnswer,
  /** The choices for `org`; anything else is typed after choosing Other, which is last. */
  organizations: z.array(z.string()),
  /** Their address or their telephone number is proven. */
  verified: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
})

export const ownProfileAnswer = profileAnswer.extend({
  /** Until when the code works that was sent last to verify the account; null without one. */
  codeExpiresAt: z.iso.datetime().nullable(),
})

export const savedProfileAnswer = profileAnswer.extend({
  /** The profile was empty before: the message says "created", not "updated". */
  created: z.boolean(),
})
