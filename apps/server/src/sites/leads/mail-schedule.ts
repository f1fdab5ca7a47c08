import type { ScheduleDeps, ScheduleNews } from '@freeor/leads/scheduled-downloads/ports'
import { queueMail } from '@freeor/messaging/commands'
import { plainName } from '@freeor/messaging/header-safety'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'addresses'>

const leadsOf = (count: number, kind = 'lead') =>
  count === 1 ? `1 ${kind}` : `${count.toLocaleString('en-US')} ${kind}s`

function textsOf(news: ScheduleNews): { subject: string; paragraphs: string[]; path: string; label: string } {
  const name = plainName(news.searchName)
  const schedules = { path: '/search/scheduled', label: 'See your scheduled downloads' }
  if (news.news === 'ordered')
    return {
      ...{ path: '/search', label: 'See your downloads' },
      subject: `Your scheduled download: ${name}`,
      paragraphs: [
        `Your file of ${name} is being made: ${leadsOf(news.rows)}, for ${leadsOf(news.newLeads, 'new lead')}.`,
      ],
    }
  if (news.news === 'waiting')
    return {
      ...schedules,
      subject: `A scheduled download waits for you: ${name}`,
      paragraphs: [
        `${name} takes ${leadsOf(news.newLeads, 'new lead')} this time. Your ceiling is ${leadsOf(news.ceiling)}, so nothing was bought.`,
        'You can order it, or raise the ceiling for the next time.',
      ],
    }
  return {
    ...schedules,
    subject: `A scheduled download was not made: ${name}`,
    paragraphs: [
      `${name} could not be ordered. Nothing was charged. The reason: ${news.reason}`,
      ...(news.isPaused ? ['This was the third time in a row, so it is paused now.'] : []),
    ],
  }
}

/** Tells a member of their download that repeats: that it is made, waits above its ceiling, or was refused. */
export const mailScheduleWith =
  ({ supportEmail, clock, jobs, addresses }: Means): ScheduleDeps['mailSchedule'] =>
  async (tx, news) => {
    const { subject, paragraphs, path, label } = textsOf(news)
    await queueMail(tx, {
      to: news.to,
      template: 'notice',
      props: {
        subject,
        heading: subject,
        paragraphs,
        action: { label, url: `${addresses.of('leads')}${path}` },
      },
      brand: { productName: 'Freeor Leads', supportAddress: supportEmail },
      now: clock.now(),
    })
    await jobs.send(tx, deliverMailJob, {})
  }
