import { getOwner } from '@freeor/billing/subscriptions/queries'
import type { WebhookDeps, WebhookNews } from '@freeor/leads/webhooks/ports'
import { queueMail } from '@freeor/messaging/commands'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'addresses'>

const dayOf = (date: Date) =>
  date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

function textsOf(
  { news, since, offAt }: WebhookNews,
  host: string,
): { subject: string; paragraphs: string[] } {
  const again = 'You can turn it on again under Webhooks, and send what it missed once more.'
  if (news === 'gone')
    return {
      subject: `Your webhook at ${host} is off`,
      paragraphs: [`It answered that it is gone for good (410), so nothing is sent to it any more.`, again],
    }
  if (news === 'off')
    return {
      subject: `Your webhook at ${host} is off`,
      paragraphs: [`Nothing could be delivered there since ${dayOf(since)}, so it was turned off.`, again],
    }
  return {
    subject: `Your webhook at ${host} fails`,
    paragraphs: [
      `Nothing could be delivered there since ${dayOf(since)}. We go on trying.`,
      ...(offAt ? [`If that does not change, it is turned off on ${dayOf(offAt)}.`] : []),
      'The log under Webhooks says what each attempt met.',
    ],
  }
}

/** Tells the company's owner of an endpoint that fails, or is off. */
export const mailOwnerWith =
  ({ supportEmail, clock, jobs, addresses }: Means): WebhookDeps['mailOwner'] =>
  async (tx, news) => {
    const { email } = await getOwner(tx, news.companyId)
    const { subject, paragraphs } = textsOf(news, new URL(news.url).hostname)
    await queueMail(tx, {
      to: email,
      template: 'notice',
      props: {
        ...{ subject, heading: subject, paragraphs },
        action: { label: 'See your webhooks', url: `${addresses.of('leads')}/settings/webhooks` },
      },
      brand: { productName: 'Freeor Leads', supportAddress: supportEmail },
      now: clock.now(),
    })
    await jobs.send(tx, deliverMailJob, {})
  }
