import { z } from 'zod'

/** What an account may make by its plan. Null where there is no limit. */
export const authorPlan = z.object({
  planID: z.string().nullable(),
  subscription_status: z.string().nullable(),
  courses: z.int().nullable(),
  /** Of each course: drafts included, archived ones not. */
  lessons: z.int().nullable(),
})

export type AuthorPlan = z.infer<typeof authorPlan>
