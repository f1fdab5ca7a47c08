import { z } from 'zod'

/** What a company may make on the course site by its plan. */
export const courseAllowanceAnswer = z.strictObject({
  planID: z.string(),
  subscription_status: z.string(),
  /** Whether there is a plan that has not ended. */
  active: z.boolean(),
  courses: z.int(),
  /** Of each course. */
  lessons: z.int(),
  /** Users besides the owner. */
  users: z.int(),
})

export type CourseAllowance = z.infer<typeof courseAllowanceAnswer>
