import { z } from 'zod'

/** Longer than any provider's answer: ALTCHA's about 1 KB, the others' tokens up to 2 KB. */
export const humanCheckInput = z.strictObject({
  /** What the widget gave the page, unchanged. */
  response: z.string().min(1, 'Please show that you are human.').max(8192),
})

export const humanPassAnswer = z.object({
  verified: z.literal(true),
  humanPass: z.string(),
  expiresAt: z.iso.datetime(),
})

export const humanChallengeAnswer = z.object({
  provider: z.enum(['altcha', 'turnstile', 'recaptcha']),
  /** For the provider's own script. */
  siteKey: z.string().nullable(),
  /** What ALTCHA's widget is given to solve. */
  challenge: z.record(z.string(), z.unknown()).nullable(),
})
