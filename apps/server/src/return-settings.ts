import { z } from 'zod'

/** Bad leads that are sent back, in the environment. */
export const returnVariables = {
  RETURN_DAYS: z.coerce.number().int().min(0).max(365).default(30),
  RETURN_PERCENT: z.coerce.number().int().min(0).max(100).default(20),
  RETURN_COMPANIES: z.coerce.number().int().min(2).max(100).default(3),
}

type Variables = { [Name in keyof typeof returnVariables]: number }

/** For how many days leads may be sent back, what per cent of a file, and how many companies make a lead bad. */
export type ReturnSettings = { days: number; percent: number; companies: number }

export const returnSettings = (env: Variables): ReturnSettings => ({
  days: env.RETURN_DAYS,
  percent: env.RETURN_PERCENT,
  companies: env.RETURN_COMPANIES,
})
