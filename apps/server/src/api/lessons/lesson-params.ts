import { viewerOf } from '@freeor/courses/catalog/viewer'
import type { LearnersLesson } from '@freeor/courses/progress/queries'
import type { UserActor } from '@freeor/kernel/actor'
import { z } from 'zod'

export const lessonParams = z.strictObject({ lessonId: z.string().max(60) })

/** The lesson that a signed-in person names. */
export const learnersLesson = (user: UserActor, { lessonId }: { lessonId: string }): LearnersLesson => ({
  viewer: { ...viewerOf(user), userId: user.userId },
  lessonId,
})
