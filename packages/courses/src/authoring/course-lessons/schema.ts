import { z } from 'zod'
import { courseAnswer, listedLesson } from '../../catalog/schema.ts'
import { courseAbilities } from '../courses/schema.ts'
import { authorPlan } from '../plan-limits/schema.ts'

const longestSlug = 80

/** In addresses as it is typed: words of small letters and digits in any script, joined by hyphens. */
const slug = z
  .string()
  .trim()
  .max(longestSlug)
  .regex(
    /^[\p{Ll}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u,
    'An address is made of small letters and digits, joined by hyphens.',
  )

const id = z.string().max(60)

/** A new lesson, or with `lessonId` one that stands in another course of the same account. */
export const addLessonInput = z
  .strictObject({ title: z.string().trim().min(1).max(200).optional(), lessonId: id.optional() })
  .refine(({ title, lessonId }) => title === undefined || lessonId === undefined, {
    error: 'A lesson that is there already keeps its title.',
  })

export type AddLessonInput = z.infer<typeof addLessonInput>

export const changeCourseLessonInput = z.strictObject({ slug, isPreview: z.boolean() }).partial()

export type ChangeCourseLessonInput = z.infer<typeof changeCourseLessonInput>

/** What it is to follow; null for the first position. */
export const moveInput = z.strictObject({ after: id.nullable() })

/** Where a lesson was added. */
export type AddedLesson = { readonly lessonId: string; readonly slug: string }

/** A lesson of a course as its authors see it. */
export const outlinedLesson = listedLesson.omit({ state: true }).extend({
  /** Attempts that learners have not finished. */
  openAttempts: z.int(),
  /** Other courses it stands in too. */
  otherCourses: z.array(z.object({ courseId: z.string(), name: z.string() })),
})

export type OutlinedLesson = z.infer<typeof outlinedLesson>

/** Which lessons of an account a list holds, and how it is sorted. */
export const listAccountLessonsQuery = z.strictObject({
  archived: z.enum(['true', 'false', 'any']).default('false'),
  /** Those that stand in this course. */
  course: z.string().max(60).optional(),
  /** The owner's uid. */
  aid: z.string().max(60).optional(),
  sort: z.enum(['title', '_created', 'lastUpdated']).default('title'),
  descending: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

export type ListAccountLessonsQuery = z.infer<typeof listAccountLessonsQuery>

/** A lesson of an account, wherever it stands. */
export const accountLesson = listedLesson
  .pick({ _docId: true, aid: true, archived: true, favorite: true, themeColor: true })
  .extend({
    ...listedLesson.pick({ _created: true, lastUpdated: true }).shape,
    /** The courses it stands in. */
    course: z.array(z.string()),
    data: z.object({
      published: z.boolean(),
      title: z.string(),
      quiz: z.object({ name: z.string(), questions: z.int() }),
    }),
  })

export type AccountLesson = z.infer<typeof accountLesson>

/** A course as its authors see it. */
export const courseOutline = z.object({
  course: courseAnswer,
  lessons: z.array(outlinedLesson),
  archivedLessons: z.array(outlinedLesson),
  abilities: courseAbilities,
  /** Of the account that owns the course. */
  plan: authorPlan.nullable(),
  /** Lessons that are not archived. */
  used: z.int(),
})

export type CourseOutline = z.infer<typeof courseOutline>
