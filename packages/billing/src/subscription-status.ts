import { AppError } from '@freeor/kernel/errors'

const endedStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired', 'expired'])
const pastDueStatuses: ReadonlySet<string> = new Set(['past due', 'past_due', 'failed'])

/** A subscription is active unless it was canceled or ran out. */
export function isActiveSubscription(status: string): boolean {
  return !endedStatuses.has(status)
}

/** The card could not be billed. */
export function isPastDue(status: string): boolean {
  return pastDueStatuses.has(status)
}

/** The refusal of anything that needs a plan, for a company whose subscription has ended; it names the status. */
export const subscriptionEnded = (status: string) =>
  new AppError('payment_required', 'Your subscription is no longer active', {
    details: { subscription_status: status },
  })
