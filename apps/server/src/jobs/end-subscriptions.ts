import { terminateSubscription } from '@freeor/billing/subscriptions/commands'
import { findLiveSubscription } from '@freeor/billing/subscriptions/queries'
import type { Deps } from '../deps.ts'

export const endSubscriptionsJob = 'end-subscriptions'

type Ended = { companyId: string; userId: string }

/** Ends what a company whose account was deleted pays for, on both sites. The provider may be away: tried for hours. */
export async function startEndingSubscriptions({ billing, db, jobs }: Deps): Promise<void> {
  const queue = { retries: 20, retryDelaySeconds: 60 }
  await jobs.work<Ended>(endSubscriptionsJob, { pollingSeconds: 1, queue }, async ({ data }) => {
    for (const site of ['leads', 'courses'] as const)
      if (await findLiveSubscription(db, { companyId: data.companyId, site }))
        await terminateSubscription(billing, { ...data, site })
  })
}
