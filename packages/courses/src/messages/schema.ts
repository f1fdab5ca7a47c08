import { z } from 'zod'
import { messageLengths } from './limits.ts'

/** What is written to all learners of a course: plain text, paragraphs by empty lines. */
export const courseMessageText = z.strictObject({
  subject: z.string().trim().min(1, 'Please write a subject.').max(messageLengths.subject),
  text: z.string().trim().min(1, 'Please write a message.').max(messageLengths.text),
})

export const newCourseMessage = courseMessageText.extend({
  /** Made once for each message: a second call with it sends nothing. */
  key: z.string().min(8).max(60),
})
export type NewCourseMessage = z.output<typeof newCourseMessage>

/** The mail as learners get it, and how many would. */
export const messagePreview = z.object({ subject: z.string(), text: z.string(), learners: z.int() })

/** A message that was sent, and how far it is. */
export const courseMessage = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  sent: z.iso.datetime(),
  /** Who sent it; null for a user who is gone. */
  by: z.string().nullable(),
  learners: z.int(),
  /** Not handed over to the mail server yet. */
  waiting: z.int(),
  delivered: z.int(),
  failed: z.int(),
  /** Learners who ended these mails, or whose address is not theirs any more, since it was sent. */
  passedOver: z.int(),
})
export type CourseMessage = z.infer<typeof courseMessage>

export const courseMessages = z.object({
  /** How many learners a message would reach now. */
  learners: z.int(),
  /** How many more may be sent within this day. */
  left: z.int(),
  /** The newest first. */
  messages: z.array(courseMessage),
})
export type CourseMessages = z.infer<typeof courseMessages>
