import { z } from 'zod'

/** The mails a learner may choose; those of the last kind come unless they are ended. */
export const mailKinds = ['reminder', 'new_lesson', 'certificate', 'message'] as const
export type MailKind = (typeof mailKinds)[number]

/** From the link in a mail. */
export const mailTokenInput = z.strictObject({ token: z.string().min(1).max(200) })

/** Which mails the link stops. */
export const mailsOfToken = z.object({ kind: z.enum(mailKinds) })
