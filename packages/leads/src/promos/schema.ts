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

export const promoFilter = z.strictObject({
  /** Part of the address of who earned it, or of a recipient; or of the account's name. */
  q: z.string().trim().max(254).optional(),
  /** The last one of the page before. */
  after: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type PromoFilter = z.output<typeof promoFilter>

/** A promo record with the account that got the leads, as super admins see it. */
export const accountPromo = promo.extend({ id: z.string(), companyId: z.string(), companyName: z.string() })
export type AccountPromo = z.infer<typeof accountPromo>
