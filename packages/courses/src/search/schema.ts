import { z } from 'zod'

export const courseSearchAnswer = z.object({
  hits: z.array(
    z.object({
      lessonId: z.string(),
      slug: z.string(),
      title: z.string(),
      /** Of the lesson in its course, from 1. */
      order: z.int(),
      /** Where in the video it is said; null for a hit in the text. */
      second: z.number().nullable(),
      /** The passage, as plain text. */
      passage: z.string(),
    }),
  ),
})

export type CourseHit = z.infer<typeof courseSearchAnswer>['hits'][number]
