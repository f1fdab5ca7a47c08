import { deliverDueMail } from '@freeor/messaging/delivery'
import type { Deps } from '../deps.ts'

export const deliverMailJob = 'deliver-mail'

/** Sends what is due. Sent when a mail is queued and, for retries and after a crash, every minute. */
export async function startMailDelivery({ db, jobs, mailer, clock }: Deps): Promise<void> {
  await jobs.work(deliverMailJob, { queue: { retries: 0 }, pollingSeconds: 1 }, async ({ signal }) => {
    await deliverDueMail(db, mailer, clock, { signal })
  })
  await jobs.schedule(deliverMailJob, '* * * * *')
}
