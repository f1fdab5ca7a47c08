import { listCustomersOf } from '@freeor/billing/subscriptions/cards'
import { endPayments } from '@freeor/billing/subscriptions/deletions'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import type { Deps } from '../deps.ts'

export const endSubscriptionsJob = 'end-subscriptions'

type Ended = { companyId: string }

/**
 * Ends what a company whose account was deleted pays for, on both sites. The provider may be away: the job retries for
 * hours, and after that the repair of billing does.
 */
export async function startEndingSubscriptions({ billing, db, jobs }: Deps): Promise<void> {
  const queue = { retries: 20, retryDelaySeconds: 60 }
  await jobs.work<Ended>(endSubscriptionsJob, { pollingSeconds: 1, queue }, async ({ data }) => {
    const customers = await listCustomersOf(db, data.companyId)
    throwFailures(
      await doEach(
        customers,
        (id) => id,
        (id) => endPayments(billing, id),
      ),
    )
  })
}
