import { z } from 'zod'

export const publishTexts = {
  /** The specification's words. */
  needsQuiz: 'You must add a quiz before you can publish this lesson.',
  noKey:
    'No question says yet which of its options is right. Please mark the right one of at least one question.',
} as const

/** A lesson's state after it was published, unpublished, archived or restored. */
export const lessonStatus = z.object({
  lessonId: z.string(),
  published: z.boolean(),
  archived: z.boolean(),
  /** Attempts that are not finished; they may be. */
  openAttempts: z.int(),
})

export type LessonStatus = z.infer<typeof lessonStatus>
