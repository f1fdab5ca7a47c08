import { deliverDueMail } from '@freeor/messaging/delivery'
import { leaseMs } from '@freeor/messaging/lease'
import { findNextDueMail } from '@freeor/messaging/queries'
import { hasServedFor } from '@freeor/postgres/liveness'
import type { Deps } from '../deps.ts'
import type { ServedSite } from '../sites/site-module.ts'
import { sendWhenDue } from './send-when-due.ts'

export const deliverMailJob = 'deliver-mail'

/** Sends what is due. Sent when a mail is queued, when the next is due, and every minute. */
export async function startMailDelivery(deps: Deps, sites: readonly ServedSite[]): Promise<void> {
  const { db, jobs, mailer, clock, faults } = deps
  await jobs.work(deliverMailJob, { queue: { retries: 3 }, pollingSeconds: 1 }, async ({ signal }) => {
    const takesOver = await hasServedFor(db, leaseMs)
    const { sent } = await deliverDueMail(db, mailer, clock, { signal, takesOver, faults })
    if (sent > 0) for (const site of sites) await site.onMailSent?.()
    await sendWhenDue(jobs, { queue: deliverMailJob, at: await findNextDueMail(db), clock })
  })
  await jobs.schedule(deliverMailJob, '* * * * *')
}
