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

export const billingInfo = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  paymentMethod: z.strictObject({
    firstSix: z.string(),
    lastFour: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    cardType: z.string(),
  }),
})

/** A company as a customer of one site. Instants of the specification's fields are seconds since 1970. */
export const customerAnswer = z.strictObject({
  /** The owner's. */
  uid: z.string(),
  email: z.string(),
  plan_id: z.string(),
  plan_name: z.string(),
  /** Cents a month of the subscription; 0 without one. */
  price: z.int(),
  subscription_status: z.string(),
  active: z.boolean(),
  /** past due, past_due or failed. */
  past_due: z.boolean(),
  subscription_id: z.string().nullable(),
  subscription_uuid: z.string().nullable(),
  /** The payment account at the provider. */
  customer_id: z.string().nullable(),
  billing_cycle_anchor: z.int(),
  /** Day of the month, UTC. */
  billing_day: z.int(),
  canceled_at: z.int().nullable(),
  cancel_at_period_end: z.boolean(),
  sub_checked: z.int().nullable(),
  /** Null for the free plan. */
  processor: z.string().nullable(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  failed_attempts: z.int(),
  next_attempt_at: z.iso.datetime().nullable(),
  /** The card on file. */
  billing_info: billingInfo.nullable(),
  /** What was asked of the provider and is not known to be done yet. */
  in_progress: z.enum(['subscribe', 'change', 'update_card', 'cancel', 'resume', 'terminate']).nullable(),
})

export type CustomerAnswer = z.infer<typeof customerAnswer>

/** Money in cents. */
export const invoiceAnswer = z.strictObject({
  id: z.string(),
  number: z.string(),
  state: z.enum(['pending', 'paid', 'past_due', 'failed', 'voided']),
  total: z.int(),
  paid: z.int(),
  currency: z.literal('USD'),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  lines: z.array(
    z.strictObject({
      description: z.string(),
      amount: z.int(),
      starts_at: z.iso.datetime().nullable(),
      ends_at: z.iso.datetime().nullable(),
    }),
  ),
})

export type InvoiceAnswer = z.infer<typeof invoiceAnswer>
