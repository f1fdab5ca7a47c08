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
