import { followOwnerEmail } from '@freeor/billing/subscriptions/commands'
import type { Deps } from '../deps.ts'

export const followOwnerJob = 'follow-owner'

/** Bills go to whoever owns the company now. The provider may be away: then it is tried again, for some hours. */
export async function startFollowingOwners({ billing, jobs }: Deps): Promise<void> {
  const queue = { retries: 10, retryDelaySeconds: 30 }
  await jobs.work<{ companyId: string }>(followOwnerJob, { pollingSeconds: 1, queue }, async ({ data }) => {
    await followOwnerEmail(billing, data.companyId)
  })
}
