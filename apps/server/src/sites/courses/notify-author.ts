import type { NotifyAuthor } from '@freeor/courses/attempts/ports'
import { queueMail } from '@freeor/messaging/commands'
import { plainName, unlinkedParagraphs } from '@freeor/messaging/header-safety'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

const LONGEST_QUESTION = 300

/**
 * A learner writes to the author through us: nobody's address is told, and the words are plainly the learner's, without
 * links, as all that strangers say in our mail.
 */
export const notifyAuthorWith =
  ({ supportEmail, clock, jobs }: Pick<Deps, 'supportEmail' | 'clock' | 'jobs'>): NotifyAuthor =>
  async (tx, { to, attemptId, questionId, version, question, text, ...lesson }) => {
    const lessonTitle = plainName(lesson.lessonTitle)
    await queueMail(tx, {
      to,
      template: 'notice',
      props: {
        subject: `A learner reports a question of ${lessonTitle}`,
        heading: 'Something is wrong with this question',
        paragraphs: [
          `A learner of the lesson “${lessonTitle}” reports this question:`,
          question.length > LONGEST_QUESTION ? `${question.slice(0, LONGEST_QUESTION)} …` : question,
          'In their words:',
          ...unlinkedParagraphs(text),
          `Question ${questionId}, version ${version}. Attempt ${attemptId}.`,
        ],
      },
      brand: { productName: 'Freeor', supportAddress: supportEmail },
      now: clock.now(),
    })
    await jobs.send(tx, deliverMailJob, {})
  }
