import { z } from 'zod'

/** Free leads that sharing a search by email earned. */
export const promo = z.object({
  timestamp: z.iso.datetime(),
  type: z.literal('free_leads'),
  code: z.string(),
  /** `value` is the leads granted for all of `emails` together. */
  details: z.object({ value: z.int(), type: z.literal('leads'), emails: z.array(z.string()) }),
  uid: z.string().nullable(),
  email: z.string().nullable(),
})
export type Promo = z.infer<typeof promo>
