import { deliverDueMail } from '@freeor/messaging/delivery'
import { leaseMs } from '@freeor/messaging/lease'
import { findNextDueMail } from '@freeor/messaging/queries'
import { hasServedFor } from '@freeor/postgres/liveness'
import type { Deps } from '../deps.ts'
import { sendWhenDue } from './send-when-due.ts'

export const deliverMailJob = 'deliver-mail'

/** Sends what is due. Sent when a mail is queued, when the next is due, and every minute. */
export async function startMailDelivery(deps: Deps): Promise<void> {
  const { db, jobs, mailer, clock, faults } = deps
  await jobs.work(deliverMailJob, { queue: { retries: 3 }, pollingSeconds: 1 }, async ({ signal }) => {
    const takesOver = await hasServedFor(db, leaseMs)
    await deliverDueMail(db, mailer, clock, { signal, takesOver, faults })
    await sendWhenDue(jobs, { queue: deliverMailJob, at: await findNextDueMail(db), clock })
  })
  await jobs.schedule(deliverMailJob, '* * * * *')
}
