import { deliverDueSms } from '@freeor/messaging/sms/delivery'
import type { Deps } from '../deps.ts'

export const deliverSmsJob = 'deliver-sms'

/** Sends the text messages that are due. Sent when one is queued and, for retries, every minute. */
export async function startSmsDelivery({ db, jobs, sms: sender, clock }: Deps): Promise<void> {
  await jobs.work(deliverSmsJob, { queue: { retries: 0 }, pollingSeconds: 1 }, async ({ signal }) => {
    await deliverDueSms(db, { sender, clock, signal })
  })
  await jobs.schedule(deliverSmsJob, '* * * * *')
}
