import { periodOf } from '@freeor/billing/queries'
import type { BillingDeps, BillingNotice } from '@freeor/billing/subscriptions/ports'
import { sumUnspent } from '@freeor/credits/lots/queries'
import type { Tx } from '@freeor/postgres/database'
import { tellWebhooks } from '../webhooks/events/commands.ts'
import { getLeadPlan } from './lead-plans.ts'
import { getLeadCustomer, spendingTime } from './queries.ts'
import { leadsSite } from './site.ts'

/** The owner is told once so much of a month's leads is used. */
const noticePercent = 80

export type Debit = {
  readonly companyId: string
  /** Leads that were debited. */
  readonly amount: number
  readonly now: Date
}

/**
 * Mails the owner when this debit is the one that brings the leads that remain to a fifth of the plan's month, or below.
 * Called after the debit, in its transaction and under the customer's lock: of debits at the same time exactly one
 * crosses the line, so nothing has to be remembered. Leads held for files under way count as not used yet.
 */
export async function sendUseNotice(
  tx: Tx,
  { notify }: Pick<BillingDeps, 'notify'>,
  { companyId, amount, now }: Debit,
): Promise<void> {
  const customer = await getLeadCustomer(tx, companyId)
  const plan = getLeadPlan(customer.planID)
  const line = Math.floor((plan.leads * (100 - noticePercent)) / 100)
  const left = await sumUnspent(tx, customer, spendingTime(customer, now))
  if (left > line || left + amount <= line) return
  const { end } = periodOf(customer, now)
  await notify(tx, { companyId, site: leadsSite, ...noticeOfUse({ left, plan, end }) })
  const data = { leadsRemaining: left, leadsPerMonth: plan.leads, usedPercent: noticePercent }
  await tellWebhooks(tx, { companyId, event: { type: 'allowance.low', data }, now })
}

type Use = {
  readonly left: number
  readonly plan: { readonly name: string; readonly leads: number }
  readonly end: Date
}

function noticeOfUse({ left, plan, end }: Use): Omit<BillingNotice, 'companyId' | 'site'> {
  const count = (leads: number) => leads.toLocaleString('en-US')
  const until = end.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  const leads = left === 1 ? '1 lead remains' : `${count(left)} leads remain`
  return {
    subject: `You have used ${noticePercent}% of your leads`,
    heading: `You have used ${noticePercent}% of your leads`,
    paragraphs: [
      `${leads}. Your plan ${plan.name} gives ${count(plan.leads)} a month; the next ones come on ${until}.`,
      'Files that you have downloaded can be fetched again for nothing. If you need more leads before then, you can choose a larger plan.',
    ],
    action: 'See your plan',
  }
}
