import { type BillingPeriod, billingPeriod } from './billing-cycle.ts'
import type { Customer } from './tables.ts'

export type { Customer } from './tables.ts'

/** The billing period of a customer that holds `now`. */
export function periodOf(customer: Customer, now: Date): BillingPeriod {
  return billingPeriod(new Date(customer.billingCycleAnchor * 1000), now)
}
