import { hasKnownYear, knownYears } from '@freeor/kernel/years'
import { z } from 'zod'

/** What a company may use of Leads now. */
export const allowanceAnswer = z.strictObject({
  planID: z.string(),
  planName: z.string(),
  subscription_status: z.string(),
  /** Whether the subscription lets anything be downloaded. */
  active: z.boolean(),
  /** Leads the plan gives a month; 0 once the subscription has ended, as are the other figures of the plan. */
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
  /** When the next month's leads come; null when none do, since the subscription ends or has ended. */
  nextLeadsAt: z.iso.datetime().nullable(),
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

/** Leads used on each day of the running billing period, for a plot. */
export const ledgerUseAnswer = z.strictObject({
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  /** `day` is YYYY-MM-DD, in UTC. */
  days: z.array(z.strictObject({ day: z.iso.date(), used: z.int() })),
})

export type LedgerUse = z.infer<typeof ledgerUseAnswer>

/** Leads used in the last twelve months, by month and by person, for plots. */
export const useOverTimeAnswer = z.strictObject({
  /** Oldest first; `month` is YYYY-MM, in UTC. Below 0 where more was given back than used. */
  months: z.array(z.strictObject({ month: z.string(), used: z.int() })).length(12),
  /** Who used most first. `name` is null for people who have left. */
  people: z.array(z.strictObject({ name: z.string().nullable(), used: z.int() })),
})

export type UseOverTime = z.infer<typeof useOverTimeAnswer>

const lot = z.object({
  id: z.string(),
  kind: z.enum(['cycle', 'promo', 'refund']),
  period: z.string(),
  planID: z.string().nullable(),
  granted: z.number().int(),
  left: z.number().int(),
  reserved: z.number().int(),
  startsAt: z.string(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
})

/** A company's leads, as a super admin sees them. */
export const companyLeads = z.object({
  /** Newest first, at most 100. */
  lots: z.array(lot),
  /** Files that cost leads, newest first, at most 100. */
  files: z.array(
    z.object({
      downloadId: z.string(),
      leads: z.number().int(),
      paidAt: z.string(),
      isRefunded: z.boolean(),
    }),
  ),
})

export type CompanyLeads = z.infer<typeof companyLeads>

/** 100 million: a lot is a number of four bytes, and so is the sum of some. */
const mostLeads = 100_000_000

const reason = z
  .string()
  .trim()
  .min(3, 'Please say why, in at least 3 characters.')
  .max(500, 'Please use at most 500 characters.')

export const grantInput = z.strictObject({
  amount: z.number().int().min(1).max(mostLeads),
  /** Without it the leads stay until they are spent. */
  expiresAt: z.iso.datetime({ offset: true }).refine(hasKnownYear, knownYears).optional(),
  reason,
  /** A repeated request with the same key is the same grant. */
  key: z.string().regex(/^[A-Za-z0-9_-]{8,60}$/, 'Please use 8 to 60 letters, digits, - and _.'),
})
