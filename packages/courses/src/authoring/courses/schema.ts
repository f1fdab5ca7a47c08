import { themeColors } from '@freeor/content/theme-colors'
import { z } from 'zod'
import { courseAnswer } from '../../catalog/schema.ts'
import { authorPlan } from '../plan-limits/schema.ts'

export const longestCourseName = 120
const longestCourseDescription = 1000

const name = z.string().trim().min(1, 'Please name the course.').max(longestCourseName)
const description = z.string().trim().max(longestCourseDescription)
const themeColor = z.enum(themeColors)

export const newCourseInput = z.strictObject({
  name,
  description: description.optional(),
  themeColor: themeColor.optional(),
})

export type NewCourseInput = z.infer<typeof newCourseInput>

export const changeCourseInput = z
  .strictObject({ name, description, themeColor, favorite: z.boolean(), archived: z.boolean() })
  .partial()

export type ChangeCourseInput = z.infer<typeof changeCourseInput>

const courseSorts = ['order', 'name', '_created', 'lastUpdated'] as const

/** Whose courses a list holds, which, and how it is sorted. */
export const listCoursesQuery = z.strictObject({
  archived: z.enum(['true', 'false', 'any']).default('false'),
  /** The owner's uid. */
  aid: z.string().max(60).optional(),
  /** The same as `aid`: a course belongs to no other user. */
  uid: z.string().max(60).optional(),
  /** Of every account; for super admins. */
  all: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  sort: z.enum(courseSorts).default('order'),
  descending: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

export type ListCoursesQuery = z.infer<typeof listCoursesQuery>

/** What the user may do here; the server asks again. */
export const courseAbilities = z.object({ edit: z.boolean(), manage: z.boolean() })

export type CourseAbilities = z.infer<typeof courseAbilities>

export const courseListAnswer = z.object({
  courses: z.array(courseAnswer),
  /** In the account the user works in. */
  abilities: courseAbilities,
  /** Of that account; null for one without. */
  plan: authorPlan.nullable(),
  /** Courses of that account that are not archived. */
  used: z.int(),
})
export type CourseListAnswer = z.infer<typeof courseListAnswer>
