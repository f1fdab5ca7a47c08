import { billingPeriod } from '../billing-cycle.ts'
import type { ProviderSubscription } from '../providers/ports.ts'
import { hasEnded } from './subscription-state.ts'

/** The columns of a customer that follow from its subscription. */
export type CustomerState = {
  readonly subscriptionStatus: ProviderSubscription['status']
  readonly billingCycleAnchor: number
  readonly billedThrough: Date
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: Date | null
  readonly subscriptionId: string
  readonly subscriptionUuid: string
}

/**
 * The instant the billing day is counted from: when the subscription began, so that the 31st comes back after
 * February; the running period's start where the provider does not count from there, or not the whole period.
 */
function anchorOf({ activatedAt, currentPeriodStart, currentPeriodEnd }: ProviderSubscription): Date {
  const { start, end } = billingPeriod(activatedAt, currentPeriodStart)
  const isCountedFromThere =
    start.getTime() === currentPeriodStart.getTime() && end.getTime() === currentPeriodEnd.getTime()
  return isCountedFromThere ? activatedAt : currentPeriodStart
}

/** What a customer's record says of this subscription. An unpaid period does not count as billed. */
export function customerState(subscription: ProviderSubscription): CustomerState {
  const { status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, canceledAt, id, uuid } =
    subscription
  return {
    subscriptionStatus: status,
    billingCycleAnchor: Math.floor(anchorOf(subscription).getTime() / 1000),
    billedThrough: status === 'active' ? currentPeriodEnd : currentPeriodStart,
    cancelAtPeriodEnd,
    canceledAt,
    subscriptionId: id,
    subscriptionUuid: uuid,
  }
}

/**
 * The subscription that a customer's record is about: the live one; when there is none, the one it was about before. Of
 * several live ones, which the provider should never have, it is the one we know, or else the oldest.
 */
export function currentOf(
  subscriptions: readonly ProviderSubscription[],
  known: string | null,
): ProviderSubscription | undefined {
  const living = subscriptions
    .filter(({ status }) => !hasEnded(status))
    .toSorted((a, b) => a.activatedAt.getTime() - b.activatedAt.getTime())
  return living.find(({ id }) => id === known) ?? living[0] ?? subscriptions.find(({ id }) => id === known)
}
