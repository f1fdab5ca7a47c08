import { addLot } from '@freeor/credits/lots/commands'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import { invoiceKey } from '../../grant-rule.ts'
import { leadsOfLines, type PlanLine } from '../../invoice-leads.ts'
import { findLeadPlan, getLeadPlan, readPlanCode } from '../../plans.ts'
import { type Customer, periodOf } from '../../queries.ts'
import { billingInvoices } from '../../subscriptions/tables.ts'
import { takeBackMonthly } from '../commands.ts'

type Invoice = typeof billingInvoices.$inferSelect

/**
 * Monthly leads follow the money: each paid invoice of the subscription that a customer has, whose row is locked, is
 * counted once. What it bought is granted; what it gave back is taken out of unspent leads. Leads that were spent
 * before they could be taken back stay owed, and are taken from those that come next.
 */
export async function applyPaidInvoices(tx: Tx, customer: Customer, now: Date): Promise<void> {
  if (customer.subscriptionId === null) return
  const isOpen = and(
    eq(billingInvoices.customerId, customer.id),
    eq(billingInvoices.subscriptionId, customer.subscriptionId),
    eq(billingInvoices.state, 'paid'),
    or(isNull(billingInvoices.leads), ne(billingInvoices.leads, billingInvoices.leadsApplied)),
  )
  const open = await tx
    .select()
    .from(billingInvoices)
    .where(isOpen)
    .orderBy(asc(billingInvoices.createdAt), asc(billingInvoices.id))
  const counted: Counted[] = open.map((invoice) => ({ invoice, leads: invoice.leads ?? countLeads(invoice) }))
  // What was bought first, so that what is owed finds it.
  for (const each of counted) if (each.leads >= 0) await grant(tx, customer, each, now)
  for (const each of counted) if (each.leads < 0) await giveBack(tx, customer, each, now)
}

type Counted = { readonly invoice: Invoice; readonly leads: number }

/** By the catalogue of the day on which the invoice is found paid; what was counted stays. */
function countLeads({ lines }: Invoice): number {
  return leadsOfLines(lines.flatMap(toPlanLine), (planId) => findLeadPlan(planId)?.leads)
}

function toPlanLine({ plan }: Invoice['lines'][number]): PlanLine[] {
  const known = plan ? readPlanCode(plan.code) : undefined
  if (!plan || known?.site !== 'leads') return []
  const { planID, price } = known.plan
  return [{ planId: planID, amountCents: plan.cents, priceCents: plan.priceCents ?? price }]
}

async function grant(tx: Tx, customer: Customer, { invoice, leads }: Counted, now: Date): Promise<void> {
  if (leads > 0) {
    const period = periodOf(customer, now)
    const { planId, startsAt, endsAt } = boughtSpan(invoice)
    // One that is paid late is worth the running period.
    const expiresAt = endsAt && endsAt > now ? endsAt : period.end
    const plan = getLeadPlan(customer.planId)
    await addLot(tx, {
      companyId: customer.companyId,
      site: customer.site,
      kind: 'cycle',
      period: invoiceKey(invoice.id),
      origin: planId ?? plan.planID,
      amount: leads,
      startsAt: startsAt ?? invoice.createdAt,
      expiresAt: plan.includesRollover ? null : expiresAt,
      now,
    })
  }
  await setCounted(tx, invoice, leads, leads)
}

/** Which plan's leads an invoice bought, and for which time. */
function boughtSpan({ lines }: Invoice) {
  const charge = lines.find(({ plan }) => plan && plan.cents > 0)
  const at = (iso: string | null | undefined) => (iso ? new Date(iso) : undefined)
  return {
    planId: charge?.plan ? readPlanCode(charge.plan.code)?.plan.planID : undefined,
    startsAt: at(charge?.startsAt),
    endsAt: at(charge?.endsAt),
  }
}

async function giveBack(tx: Tx, customer: Customer, { invoice, leads }: Counted, now: Date): Promise<void> {
  const owed = invoice.leadsApplied - leads
  const taken = await takeBackMonthly(tx, customer, { amount: owed, now })
  await setCounted(tx, invoice, leads, invoice.leadsApplied - taken)
}

async function setCounted(tx: Tx, { id }: Invoice, leads: number, leadsApplied: number): Promise<void> {
  await tx.update(billingInvoices).set({ leads, leadsApplied }).where(eq(billingInvoices.id, id))
}
