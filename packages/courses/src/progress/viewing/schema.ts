import { z } from 'zod'

/** How far learners watch the video of a lesson. Nobody is named. */
export const viewingAnswer = z.object({
  lessonId: z.string(),
  /** Learners who have watched some of it. */
  viewers: z.int(),
  /** The length of the video; null where neither the author nor a player told it. */
  seconds: z.number().nullable(),
  /** Of each hundredth of the video: how many have watched some of it. Empty while the length is unknown. */
  watched: z.array(z.int()),
  /** Of each hundredth: for how many it is the last one that they have watched. */
  ended: z.array(z.int()),
})

export type ViewingAnswer = z.infer<typeof viewingAnswer>
