import { z } from 'zod'
import { passwordMaximumLength } from '../password-length.ts'
import { codeInput } from '../verification/schema.ts'

export const reauthenticateInput = z.strictObject({
  password: z.string().min(1, 'Please type your password.').max(passwordMaximumLength),
  /** Of the authenticator app or a backup code, where two-factor is on. */
  code: codeInput.optional(),
})

export const reauthenticatedAnswer = z.object({ reauthenticatedUntil: z.iso.datetime() })

export const sessionListAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      /** E.g. `Firefox on Windows`. */
      device: z.string(),
      ipAddress: z.string().nullable(),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ),
})
