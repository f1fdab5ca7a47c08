import { z } from 'zod'

export const ownershipInput = z.strictObject({
  /** Of the membership of whoever is to own the company. */
  memberId: z.string().min(1).max(60),
})
