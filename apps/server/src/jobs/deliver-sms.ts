import { leaseMs } from '@freeor/messaging/lease'
import { findNextDueSms } from '@freeor/messaging/queries'
import { deliverDueSms } from '@freeor/messaging/sms/delivery'
import { hasServedFor } from '@freeor/postgres/liveness'
import type { Deps } from '../deps.ts'
import { sendWhenDue } from './send-when-due.ts'

export const deliverSmsJob = 'deliver-sms'

/** Sends the text messages that are due. Sent when one is queued, when the next is due, and every minute. */
export async function startSmsDelivery({ db, jobs, sms: sender, clock }: Deps): Promise<void> {
  await jobs.work(deliverSmsJob, { queue: { retries: 3 }, pollingSeconds: 1 }, async ({ signal }) => {
    const takesOver = await hasServedFor(db, leaseMs)
    await deliverDueSms(db, { sender, clock, signal, takesOver })
    await sendWhenDue(jobs, { queue: deliverSmsJob, at: await findNextDueSms(db), clock })
  })
  await jobs.schedule(deliverSmsJob, '* * * * *')
}
