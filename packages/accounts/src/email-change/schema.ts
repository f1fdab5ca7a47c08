import { z } from 'zod'
import { emailInput } from '../schema.ts'
import { codeInput } from '../verification/schema.ts'

export const newEmailInput = z.strictObject({ email: emailInput })
export const newEmailAnswer = z.object({ email: z.string(), expiresAt: z.iso.datetime() })
export const confirmEmailInput = z.strictObject({ verificationCode: codeInput })
/** `email`: the one the account has now. */
export const confirmEmailAnswer = z.object({ verified: z.boolean(), expired: z.boolean(), email: z.string() })
