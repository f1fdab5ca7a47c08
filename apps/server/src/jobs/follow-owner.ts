import { listCustomersOf, removeFormerCard } from '@freeor/billing/subscriptions/cards'
import { followOwnerEmail } from '@freeor/billing/subscriptions/commands'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import type { Deps } from '../deps.ts'

export const followOwnerJob = 'follow-owner'

/**
 * Bills go to whoever owns the company now, and a former owner's card leaves the provider. It may be away: then it is
 * tried again for some hours, the card by the repair of billing after that.
 */
export async function startFollowingOwners({ billing, db, jobs }: Deps): Promise<void> {
  const queue = { retries: 10, retryDelaySeconds: 30 }
  await jobs.work<{ companyId: string }>(followOwnerJob, { pollingSeconds: 1, queue }, async ({ data }) => {
    const cards = await doEach(
      await listCustomersOf(db, data.companyId),
      (id) => id,
      (id) => removeFormerCard(billing, id),
    )
    const addresses = await doEach(
      [data.companyId],
      (id) => id,
      (id) => followOwnerEmail(billing, id),
    )
    throwFailures([...cards, ...addresses])
  })
}
