/** A month of a subscription: `start` <= t < `end`. */
export type BillingPeriod = { readonly start: Date; readonly end: Date; readonly key: string }

/** The instant `months` months after the anchor, on its day or the last one a shorter month has. UTC. */
function monthsAfter(anchor: Date, months: number): Date {
  const monthIndex = anchor.getUTCFullYear() * 12 + anchor.getUTCMonth() + months
  const year = Math.floor(monthIndex / 12)
  const month = monthIndex - year * 12
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(anchor.getUTCDate(), lastDay)
  const timeOfDay =
    anchor.getTime() - Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate())
  return new Date(Date.UTC(year, month, day) + timeOfDay)
}

/**
 * The billing period that holds `now`, counted from the anchor, so 31 January is followed by 28 February and then
 * 31 March. Before the anchor (a clock set back) it is the first one: no period exists before the subscription.
 */
export function billingPeriod(anchor: Date, now: Date): BillingPeriod {
  const monthsApart =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  // The start in this calendar month may still lie ahead; then the period began the month before.
  const begun = monthsAfter(anchor, monthsApart) <= now ? monthsApart : monthsApart - 1
  const index = Math.max(0, begun)
  const start = monthsAfter(anchor, index)
  return { start, end: monthsAfter(anchor, index + 1), key: start.toISOString() }
}
