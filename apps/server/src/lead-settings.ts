import { z } from 'zod'

/** What Leads gives back and gives away, in the environment. */
export const leadVariables = {
  RETURN_DAYS: z.coerce.number().int().min(0).max(365).default(30),
  RETURN_PERCENT: z.coerce.number().int().min(0).max(100).default(20),
  RETURN_COMPANIES: z.coerce.number().int().min(2).max(100).default(3),
  SHARE_INCENTIVE: z.coerce.number().int().min(0).max(1000).default(5),
  SHARE_INCENTIVE_MONTHLY: z.coerce.number().int().min(0).max(100_000).default(100),
}

type Variables = { [Name in keyof typeof leadVariables]: number }

export type LeadSettings = {
  /** For how many days leads may be sent back, what per cent of a file, and how many companies make a lead bad. */
  returns: { days: number; percent: number; companies: number }
  /** Free leads for sharing a search by email: for each new recipient, and for an account in 30 days at most. */
  shareIncentive: { perRecipient: number; monthly: number }
}

export const leadSettings = (env: Variables): LeadSettings => ({
  returns: { days: env.RETURN_DAYS, percent: env.RETURN_PERCENT, companies: env.RETURN_COMPANIES },
  shareIncentive: { perRecipient: env.SHARE_INCENTIVE, monthly: env.SHARE_INCENTIVE_MONTHLY },
})
