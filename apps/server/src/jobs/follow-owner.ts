import { followOwnerEmail, listCustomersOf, removeFormerCard } from '@freeor/billing/subscriptions/cards'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import type { Deps } from '../deps.ts'

export const followOwnerJob = 'follow-owner'

/**
 * Bills go to the present owner of the company, and a former owner's card is removed at the provider. The provider may
 * be away: then the job retries for some hours, and after that the repair of billing removes the card.
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
