import { z } from 'zod'

/** What a company may use of the leads site now. */
export const allowanceAnswer = z.strictObject({
  planID: z.string(),
  planName: z.string(),
  subscription_status: z.string(),
  /** Whether the subscription lets anything be downloaded. */
  active: z.boolean(),
  /** Leads the plan gives a month. */
  leads: z.number().int(),
  /** Leads that can be spent now, over all lots. */
  leadsRemaining: z.number().int(),
  /** Most leads in one file. */
  downloadLimit: z.number().int(),
  includesRollover: z.boolean(),
  searchSuppressions: z.boolean(),
  seats: z.number().int(),
  /** Seconds since 1970. */
  billing_cycle_anchor: z.number().int(),
  /** When the running period ends, ISO 8601. */
  periodEnd: z.iso.datetime(),
})

export type Allowance = z.infer<typeof allowanceAnswer>

/** One line of the credit ledger, as its owner sees it. */
export const ledgerEntryAnswer = z.strictObject({
  id: z.string(),
  sequence: z.number().int(),
  kind: z.enum(['grant', 'debit', 'refund', 'expiry']),
  amount: z.number().int(),
  at: z.iso.datetime(),
  lotId: z.string(),
  lotKind: z.enum(['cycle', 'promo', 'refund']),
  lotExpiresAt: z.iso.datetime().nullable(),
  userId: z.string().nullable(),
  /** Of `userId` while they are a member of the company. */
  userEmail: z.string().nullable(),
  downloadId: z.string().nullable(),
  fileName: z.string().nullable(),
  reason: z.string().nullable(),
})

export type LedgerEntry = z.infer<typeof ledgerEntryAnswer>
