import { z } from 'zod'

/** The specification's words. */
export const publishTexts = { needsQuiz: 'You must add a quiz before you can publish this lesson.' } as const

/** A lesson's state after it was published, unpublished, archived or restored. */
export const lessonStatus = z.object({
  lessonId: z.string(),
  published: z.boolean(),
  archived: z.boolean(),
  /** Attempts that are not finished; they may be. */
  openAttempts: z.int(),
})

export type LessonStatus = z.infer<typeof lessonStatus>
