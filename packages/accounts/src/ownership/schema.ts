import { z } from 'zod'

export const ownershipInput = z.strictObject({
  /** The id of the new owner's membership. */
  memberId: z.string().min(1).max(60),
})
