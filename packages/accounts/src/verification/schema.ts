import { z } from 'zod'
import { userProfileInput } from '../profile/schema.ts'
import { emailInput } from '../schema.ts'

/** Members of the specification's bodies that the server ignores: it knows better. */
const ignored = z.union([z.string().max(500), z.boolean()]).optional()

/** By text message when only `sms_to` is given; otherwise by mail to the account's own address. */
export const startVerificationInput = z.strictObject({
  sms_to: z.string().max(40).optional(),
  email_to: z.union([z.literal(''), emailInput]).optional(),
  email_from: ignored,
  siteName: ignored,
  db: ignored,
})

export type StartVerificationInput = z.output<typeof startVerificationInput>

/** Typed as text; blanks and hyphens are ignored. */
export const codeInput = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s-]/g, ''))

export const verifyAccountInput = z.strictObject({
  verificationCode: codeInput,
  verifyFirebaseUser: ignored,
  db: ignored,
  /** Saved when the code is right. */
  userProfile: userProfileInput.optional(),
})

export const codeSentAnswer = z.object({
  channel: z.enum(['email', 'sms']),
  sentTo: z.string(),
  expiresAt: z.iso.datetime(),
})

/** Neither: the code is wrong. `expired`: too old, tried too often, or there is none. */
export const codeCheckAnswer = z.object({ verified: z.boolean(), expired: z.boolean() })

export type CodeCheck = z.output<typeof codeCheckAnswer>
