import type { BillingPeriod } from '@freeor/billing/billing-cycle'
import { isActiveSubscription } from '@freeor/billing/subscription-status'

type Granted = {
  readonly subscriptionStatus: string
  readonly subscriptionId: string | null
}

/**
 * Whether the leads of a period come by the calendar: on the free plan, and on a plan that a super admin gave. Those of
 * a subscription come with its paid invoices instead (`invoices/`).
 */
export function isGrantedByPeriod(customer: Granted): boolean {
  return customer.subscriptionId === null && isActiveSubscription(customer.subscriptionStatus)
}

/** What makes a monthly lot that comes by the calendar unique: the start of its period. */
export const periodKey = (period: BillingPeriod): string => period.key

/** What makes a lot that an invoice paid for unique: the invoice. */
export const invoiceKey = (invoiceId: string): string => `invoice ${invoiceId}`
