import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { subscriptionStatuses } from '../subscriptions/subscription-state.ts'

const page = {
  /** The last one of the page before. */
  after: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const companyFilter = z.strictObject({
  /** Part of the name or the owner's address, or the id. */
  q: z.string().trim().max(254).optional(),
  /** By default the site that the request was sent to. */
  site: z.enum(sites).optional(),
  planID: z.string().max(60).optional(),
  status: z.enum(subscriptionStatuses).optional(),
  ...page,
})

export type CompanyFilter = z.infer<typeof companyFilter>

export const companySummary = z.object({
  id: z.string(),
  name: z.string(),
  ownerUserId: z.string(),
  ownerEmail: z.string(),
  people: z.number().int(),
  createdAt: z.string(),
  /** On the site that was asked for; null where the company is no customer. */
  planID: z.string().nullable(),
  subscription_status: z.string().nullable(),
})

export type CompanySummary = z.infer<typeof companySummary>

export const companyCustomer = z.object({
  id: z.string(),
  site: z.enum(sites),
  planID: z.string(),
  subscription_status: z.string(),
  billing_cycle_anchor: z.number().int(),
  cancel_at_period_end: z.boolean(),
  processor: z.string().nullable(),
  /** True when a provider bills it: its plan is changed there. */
  isBilled: z.boolean(),
})

export type CompanyCustomer = z.infer<typeof companyCustomer>

export const subscriptionFilter = z.strictObject({
  site: z.enum(sites).optional(),
  status: z.enum(subscriptionStatuses).optional(),
  planID: z.string().max(60).optional(),
  companyId: z.string().max(60).optional(),
  ...page,
})

export type SubscriptionFilter = z.infer<typeof subscriptionFilter>

export const subscriptionSummary = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  ownerEmail: z.string(),
  site: z.enum(sites),
  processor: z.string(),
  subscription_id: z.string(),
  planID: z.string(),
  subscription_status: z.string(),
  priceCents: z.number().int(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  cancel_at_period_end: z.boolean(),
  failedAttempts: z.number().int(),
  createdAt: z.string(),
})

export type SubscriptionSummary = z.infer<typeof subscriptionSummary>

const reason = z
  .string()
  .trim()
  .min(3, 'Please say why, in at least 3 characters.')
  .max(500, 'Please use at most 500 characters.')

export const planInput = z.strictObject({ site: z.enum(sites), planID: z.string().max(60), reason })
