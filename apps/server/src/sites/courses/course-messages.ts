import { queueMessageMails } from '@freeor/courses/messages/commands'
import type { MailMessage, MessageDeps, MessageToMail, ShowMessage } from '@freeor/courses/messages/ports'
import { makeStopToken } from '@freeor/courses/progress/mails/stop-token'
import { queueMail } from '@freeor/messaging/commands'
import { plainName } from '@freeor/messaging/header-safety'
import { type NoticeProps, renderMail } from '@freeor/messaging/templates'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import type { CoursesDeps } from './courses-deps.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'auth' | 'addresses'>

const messageJob = 'mail-course-message'

const brandOf = ({ supportEmail }: Pick<Means, 'supportEmail'>) => ({
  productName: 'Freeor',
  supportAddress: supportEmail,
})

/** The name of the course passes `plainName`, as every name in our mail; the text is its authors' own. */
function noticeOf({ addresses }: Pick<Means, 'addresses'>, message: MessageToMail): NoticeProps {
  const course = plainName(message.courseName)
  return {
    subject: message.subject,
    heading: message.subject,
    paragraphs: [
      ...message.text
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.trim())
        .filter(Boolean),
      `You get this because you began the course ${course}. It is from its authors; your answer goes to them.`,
    ],
    action: { label: 'Go to the course', url: `${addresses.of('courses')}/course/${message.courseId}` },
  }
}

/** The mail as learners get it, without anybody's own link. */
export const showMessageWith =
  (means: Pick<Means, 'supportEmail' | 'addresses'>): ShowMessage =>
  async (message) => {
    const mail = { template: 'notice', props: noticeOf(means, message) } as const
    const { subject, text } = await renderMail(mail, brandOf(means))
    return { subject, text }
  }

/** Each mail has a link of its own that ends these mails for its recipient. */
export const mailMessageWith =
  (means: Means): MailMessage =>
  async (tx, recipients, message) => {
    const site = means.addresses.of('courses')
    const userOf = new Map(recipients.map(({ email, userId }) => [email.toLowerCase(), userId]))
    const linkOf = (address: string) => {
      const userId = userOf.get(address.toLowerCase()) ?? ''
      return `${site}/mails/stop?token=${makeStopToken(means.auth.secret, { userId, kind: 'message' })}`
    }
    const { mails } = await queueMail(tx, {
      ...{ to: recipients.map(({ email }) => email), template: 'notice', props: noticeOf(means, message) },
      ...{ brand: brandOf(means), now: means.clock.now(), unsubscribeUrl: linkOf },
      headers: { 'Reply-To': message.replyTo },
    })
    await means.jobs.send(tx, deliverMailJob, {})
    return new Map(mails.map(({ id, to }) => [userOf.get(to.toLowerCase()) ?? '', id]))
  }

export const beginMessageWith =
  ({ jobs }: Pick<Means, 'jobs'>): MessageDeps['beginMessage'] =>
  async (tx, messageId) =>
    void (await jobs.send(tx, messageJob, { messageId }))

/** Queues the mails of each message that was sent. */
export async function startMailingMessages(deps: CoursesDeps): Promise<void> {
  const queue = { retries: 10 }
  await deps.jobs.work<{ messageId: string }>(
    messageJob,
    { queue, pollingSeconds: 1 },
    async ({ data, signal }) => await queueMessageMails(deps, data.messageId, signal),
  )
}
