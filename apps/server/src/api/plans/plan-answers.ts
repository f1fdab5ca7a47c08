import type { CoursePlan } from '@freeor/courses/allowance/course-plans'
import { AppError } from '@freeor/kernel/errors'
import type { LeadPlan } from '@freeor/leads/allowance/lead-plans'
import { z } from 'zod'

const common = {
  planID: z.string(),
  shortname: z.string(),
  name: z.string(),
  description: z.string(),
  /** Cents a month. */
  price: z.int(),
  /** Among the plans to choose from; a plan that is not can be had by anybody who knows its id. */
  public: z.boolean(),
}

export const leadPlan = z.object({
  ...common,
  leads: z.int(),
  leadsRemaining: z.int(),
  downloadLimit: z.int(),
  includesRollover: z.boolean(),
  searchSuppressions: z.boolean(),
  seats: z.int(),
}) satisfies z.ZodType<LeadPlan>

export const coursePlan = z.object({
  ...common,
  courses: z.int(),
  lessons: z.int(),
  users: z.int(),
}) satisfies z.ZodType<CoursePlan>

export const planParams = z.strictObject({ planID: z.string().max(60) })

/** @throws AppError not_found */
export function requirePlan<P>(plan: P | undefined): P {
  if (!plan) throw new AppError('not_found', 'There is no such plan.')
  return plan
}
