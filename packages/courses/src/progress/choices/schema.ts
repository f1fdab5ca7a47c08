import { z } from 'zod'

/** Mail is sent by choice only: nothing is chosen until the learner does. */
export const learnerChoices = z.object({
  /** "You stopped at lesson 3". */
  mailsReminder: z.boolean(),
  mailsNewLesson: z.boolean(),
  mailsCertificate: z.boolean(),
  /** Messages of the authors of a course that they began: these come until they are ended. */
  mailsMessage: z.boolean(),
})

export const learnerChoicesInput = z.strictObject(learnerChoices.partial().shape)

export type LearnerChoices = z.output<typeof learnerChoices>
