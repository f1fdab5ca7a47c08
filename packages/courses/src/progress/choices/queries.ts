import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { learnerChoices } from '../tables.ts'
import type { LearnerChoices } from './schema.ts'

const nothing: LearnerChoices = {
  ...{ mailsReminder: false, mailsNewLesson: false, mailsCertificate: false },
  mailsMessage: true,
}

/** Which mails a learner chose. */
export async function readChoices(tx: Tx, userId: string): Promise<LearnerChoices> {
  const { mailsReminder, mailsNewLesson, mailsCertificate, mailsMessage } = learnerChoices
  const [row] = await tx
    .select({ mailsReminder, mailsNewLesson, mailsCertificate, mailsMessage })
    .from(learnerChoices)
    .where(eq(learnerChoices.userId, userId))
  return row ?? nothing
}
