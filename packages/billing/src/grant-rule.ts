import type { BillingPeriod } from './billing-cycle.ts'
import { isActiveSubscription } from './subscription-status.ts'

type Granted = {
  readonly subscriptionStatus: string
  readonly billedThrough: Date | null
  readonly subscriptionId: string | null
}

const dayMs = 86_400_000

/**
 * Whether the leads of a period may be granted: the subscription is active and, where something is billed, the period
 * has been. A day of grace between our month and the provider's is on our side: no period is shorter than 28.
 */
export function isPeriodGranted(customer: Granted, period: BillingPeriod): boolean {
  if (!isActiveSubscription(customer.subscriptionStatus)) return false
  const { billedThrough } = customer
  return billedThrough === null || period.start.getTime() + dayMs <= billedThrough.getTime()
}

/** What makes a monthly lot unique: the period's start, and the subscription that pays for it. */
export function grantKey({ subscriptionId }: Granted, period: BillingPeriod): string {
  return subscriptionId === null ? period.key : `${period.key} ${subscriptionId}`
}
