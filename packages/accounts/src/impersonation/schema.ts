import { z } from 'zod'

/** Why a super admin does something: kept in the audit trail. */
export const reasonInput = z
  .string()
  .trim()
  .min(3, 'Please say why, in at least 3 characters.')
  .max(500, 'Please use at most 500 characters.')

export const startImpersonationInput = z.strictObject({
  userId: z.string().min(1).max(60),
  reason: reasonInput,
})

/** The super admin who acts as the signed-in person, why, and until when. */
export const impersonationAnswer = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  reason: z.string(),
  startedAt: z.string(),
  endsAt: z.string(),
})

export type ImpersonationAnswer = z.infer<typeof impersonationAnswer>
