import { z } from 'zod'
import { codeInput } from '../verification/schema.ts'

export const twoFactorCodeInput = z.strictObject({ code: codeInput })

/** The second step of logging in. */
export const twoFactorSignInInput = z.strictObject({
  /** The ticket of the answer `two_factor_required` to the first step. */
  ticket: z.string().min(1).max(200),
  code: codeInput,
  rememberMe: z.boolean().optional(),
})

export const twoFactorAnswer = z.object({ enabled: z.boolean(), backupCodesLeft: z.int() })

export const twoFactorSetupAnswer = z.object({
  /** For typing into an app that cannot scan the QR code. Base 32. */
  secret: z.string(),
  /** The content of the QR code: `otpauth://totp/…`. */
  otpauthUrl: z.string(),
  qrSvg: z.string(),
})

/** Shown once. */
export const backupCodesAnswer = z.object({ backupCodes: z.array(z.string()) })
