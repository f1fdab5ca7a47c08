import type { DueMail, MailLearner } from '@freeor/courses/progress/mails/ports'
import { makeStopToken } from '@freeor/courses/progress/mails/stop-token'
import { queueMail } from '@freeor/messaging/commands'
import { plainName } from '@freeor/messaging/header-safety'
import type { NoticeProps } from '@freeor/messaging/templates'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'auth' | 'addresses'>

/** Mails a learner what they chose to be told. Each mail has a link that ends its kind without signing in. */
export const mailLearnerWith =
  ({ supportEmail, clock, jobs, auth, addresses }: Means): MailLearner =>
  async (tx, { to, userId }, mail) => {
    const site = addresses.of('courses')
    const token = makeStopToken(auth.secret, { userId, kind: mail.kind })
    await queueMail(tx, {
      to,
      template: 'notice',
      props: writeMail(mail, site),
      brand: { productName: 'Freeor', supportAddress: supportEmail },
      now: clock.now(),
      unsubscribeUrl: () => `${site}/mails/stop?token=${token}`,
    })
    await jobs.send(tx, deliverMailJob, {})
  }

/** Names of courses and lessons are their authors' words: they pass `plainName`, as every name in our mail. */
function writeMail(mail: DueMail, site: string): NoticeProps {
  const course = plainName(mail.courseName)
  if (mail.kind === 'certificate') {
    const path = mail.serial === null ? `/course/${mail.courseId}` : `/certificates/${mail.serial}`
    return {
      subject: 'Your certificate is ready',
      heading: 'Your certificate is ready',
      paragraphs: [
        `You finished every lesson of ${course}. Congratulations!`,
        'Your certificate is yours to keep, and anybody you show it to can verify it.',
      ],
      action: { label: 'See your certificate', url: `${site}${path}` },
    }
  }
  const { order, slug } = mail.lesson
  const title = plainName(mail.lesson.title)
  const url = `${site}/course/${mail.courseId}/lesson/${slug}`
  if (mail.kind === 'reminder')
    return {
      subject: `You stopped at lesson ${order}`,
      heading: `You stopped at lesson ${order}`,
      paragraphs: [
        `Lesson ${order} of ${course} is “${title}”.`,
        'Everything you did is kept. Whenever you like, you go on where you left.',
      ],
      action: { label: 'Go on with the lesson', url },
    }
  return {
    subject: `A new lesson in ${course}`,
    heading: `A new lesson: ${title}`,
    paragraphs: [`${course}, which you began, has a new lesson: lesson ${order}, “${title}”.`],
    action: { label: 'Open the lesson', url },
  }
}
