import type { ApprovalNews, SpendingDeps } from '@freeor/leads/spending/ports'
import { queueMail } from '@freeor/messaging/commands'
import { plainName, unlinkedParagraphs } from '@freeor/messaging/header-safety'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'addresses'>

const leadsOf = (count: number) => (count === 1 ? '1 new lead' : `${count.toLocaleString('en-US')} new leads`)

/** What a person typed, without links, as all that people say in our mail. */
function said(by: string, words: string): string[] {
  const [first, ...more] = unlinkedParagraphs(words)
  return first === undefined ? [] : [`${by}: ${first}`, ...more]
}

function textsOf(news: ApprovalNews): { subject: string; paragraphs: string[] } {
  const name = plainName(news.searchName)
  const leads = leadsOf(news.newLeads)
  if (news.news === 'asked')
    return {
      subject: `A download waits for your approval: ${name}`,
      paragraphs: [
        `${plainName(news.by)} would like to download ${name}. It takes ${leads}, which is above their limit.`,
        ...said('They say', news.note),
        'Nothing is taken before you approve it.',
      ],
    }
  if (news.news === 'approved')
    return {
      subject: `Your download is approved: ${name}`,
      paragraphs: [`Your file of ${name} is being made. You find it under your downloads.`],
    }
  return {
    subject: `Your download is not approved: ${name}`,
    paragraphs: [
      `${name} takes ${leads} and was not approved. Nothing was taken.`,
      ...said('The reason', news.reason),
    ],
  }
}

/** Tells those who decide of a request, and the member who asked of the decision. */
export const mailApprovalWith =
  ({ supportEmail, clock, jobs, addresses }: Means): SpendingDeps['mailApproval'] =>
  async (tx, news) => {
    const { subject, paragraphs } = textsOf(news)
    const isDone = news.news === 'approved'
    const action = {
      label: isDone ? 'See your downloads' : 'See what waits',
      url: `${addresses.of('leads')}${isDone ? '/search' : '/settings/spending'}`,
    }
    for (const to of news.to)
      await queueMail(tx, {
        to,
        template: 'notice',
        props: { subject, heading: subject, paragraphs, action },
        brand: { productName: 'Freeor Leads', supportAddress: supportEmail },
        now: clock.now(),
      })
    await jobs.send(tx, deliverMailJob, {})
  }
