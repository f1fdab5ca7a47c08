import { periodOf } from '@freeor/billing/queries'
import type { BillingDeps, BillingNotice } from '@freeor/billing/subscriptions/ports'
import { sumUnspent } from '@freeor/credits/lots/queries'
import type { Tx } from '@freeor/postgres/database'
import { ne } from 'drizzle-orm'
import { tellWebhooks } from '../webhooks/events/commands.ts'
import { periodKey } from './grant-rule.ts'
import { getLeadPlan } from './lead-plans.ts'
import { useNotices } from './notices/tables.ts'
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
 * Mails the owner and the admins when this debit is the one that brings the leads that remain to a fifth of the plan's
 * month, or below; once a billing period, as leads that are given back may bring it there again. Called after the debit,
 * in its transaction and under the customer's lock. Leads held for files under way count as not used yet.
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
  const period = periodOf(customer, now)
  if (!(await isFirstIn(tx, companyId, periodKey(period)))) return
  const { end } = period
  await notify(tx, { companyId, site: leadsSite, isForAdmins: true, ...noticeOfUse({ left, plan, end }) })
  const data = { leadsRemaining: left, leadsPerMonth: plan.leads, usedPercent: noticePercent }
  await tellWebhooks(tx, { companyId, event: { type: 'allowance.low', data }, now })
}

async function isFirstIn(tx: Tx, companyId: string, period: string): Promise<boolean> {
  const told = await tx
    .insert(useNotices)
    .values({ companyId, period })
    .onConflictDoUpdate({
      target: useNotices.companyId,
      set: { period },
      setWhere: ne(useNotices.period, period),
    })
    .returning({ period: useNotices.period })
  return told.length > 0
}

type Use = {
  readonly left: number
  readonly plan: { readonly name: string; readonly leads: number }
  readonly end: Date
}

function noticeOfUse({
  left,
  plan,
  end,
}: Use): Pick<BillingNotice, 'subject' | 'heading' | 'paragraphs' | 'action'> {
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
