import { isActiveSubscription } from './subscription-status.ts'

/** Nothing is paid for the running period: none of its payments has ever been settled, or it is paused. */
const unpaidStatuses: ReadonlySet<string> = new Set(['pending', 'failed'])

/**
 * The plan whose figures hold now: seats, file size, suppression and the like. A subscription counts as active before
 * its first payment is settled, but what the paid plan adds begins with that payment; until then it is the free plan.
 * @returns undefined once the subscription has ended: then no plan holds
 */
export function planInForce({
  planID,
  subscriptionStatus,
}: {
  readonly planID: string
  readonly subscriptionStatus: string
}): string | undefined {
  if (!isActiveSubscription(subscriptionStatus)) return undefined
  return unpaidStatuses.has(subscriptionStatus) ? 'freeor_free' : planID
}
