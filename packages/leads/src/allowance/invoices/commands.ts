import { readPlanCode } from '@freeor/billing/plans'
import { periodOf } from '@freeor/billing/queries'
import { type Invoice, listPaidInvoices } from '@freeor/billing/subscriptions/queries'
import type { Customer } from '@freeor/billing/tables'
import { addLot } from '@freeor/credits/lots/commands'
import type { Tx } from '@freeor/postgres/database'
import { inArray } from 'drizzle-orm'
import { invoiceKey } from '../grant-rule.ts'
import { findLeadPlan, getLeadPlan } from '../lead-plans.ts'
import { takeBackMonthly } from '../monthly/commands.ts'
import { leadsSite } from '../site.ts'
import { leadsOfLines, type PlanLine } from './invoice-leads.ts'
import { leadInvoices } from './tables.ts'

type Counted = { readonly invoice: Invoice; readonly leads: number; readonly leadsApplied: number }

/**
 * Monthly leads follow the money: each paid invoice of the customer's subscription is counted once; the customer's row
 * is locked. What an invoice bought is granted; what it gave back is taken out of unspent leads. Leads that were spent
 * before they could be taken back stay owed, and are taken from those that come next.
 */
export async function applyPaidInvoices(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const paid = await listPaidInvoices(tx, customer)
  const known = await listCounted(tx, paid)
  const open: Counted[] = paid
    .map((invoice) => {
      const { leads, leadsApplied } = known.get(invoice.id) ?? {
        leads: countLeads(invoice),
        leadsApplied: null,
      }
      return { invoice, leads, leadsApplied }
    })
    .flatMap(({ leadsApplied, ...each }) =>
      leadsApplied === each.leads ? [] : [{ ...each, leadsApplied: leadsApplied ?? 0 }],
    )
  // What was bought first, so that what is owed finds it.
  for (const each of open) if (each.leads >= 0) await grant(tx, customer, each, now)
  for (const each of open) if (each.leads < 0) await giveBack(tx, customer, each, now)
}

async function listCounted(tx: Tx, invoices: readonly Invoice[]) {
  const ids = invoices.map(({ id }) => id)
  const rows =
    ids.length === 0 ? [] : await tx.select().from(leadInvoices).where(inArray(leadInvoices.invoiceId, ids))
  return new Map(rows.map((row) => [row.invoiceId, row]))
}

/** Counted by the plans of the day on which the invoice is found paid; what was counted does not change. */
function countLeads({ lines }: Invoice): number {
  return leadsOfLines(lines.flatMap(toPlanLine), (planID) => findLeadPlan(planID)?.leads)
}

function toPlanLine({ plan }: Invoice['lines'][number]): PlanLine[] {
  const known = plan ? readPlanCode(plan.code) : undefined
  if (!plan || known?.site !== leadsSite) return []
  const { planID, price } = known.plan
  return [{ planID, amountCents: plan.cents, priceCents: plan.priceCents ?? price }]
}

async function grant(tx: Tx, customer: Customer, { invoice, leads }: Counted, now: Date): Promise<void> {
  if (leads > 0) {
    const period = periodOf(customer, now)
    const { planID, startsAt, endsAt } = boughtSpan(invoice)
    // An invoice that is paid late is worth the running period.
    const expiresAt = endsAt && endsAt > now ? endsAt : period.end
    const plan = getLeadPlan(customer.planID)
    await addLot(tx, {
      companyId: customer.companyId,
      site: customer.site,
      kind: 'cycle',
      period: invoiceKey(invoice.id),
      origin: planID ?? plan.planID,
      amount: leads,
      startsAt: startsAt ?? invoice.createdAt,
      expiresAt: plan.includesRollover ? null : expiresAt,
      now,
    })
  }
  await setCounted(tx, invoice, leads, leads)
}

/** Which plan's leads an invoice bought, and for which period. */
function boughtSpan({ lines }: Invoice) {
  const charge = lines.find(({ plan }) => plan && plan.cents > 0)
  const at = (iso: string | null | undefined) => (iso ? new Date(iso) : undefined)
  return {
    planID: charge?.plan ? readPlanCode(charge.plan.code)?.plan.planID : undefined,
    startsAt: at(charge?.startsAt),
    endsAt: at(charge?.endsAt),
  }
}

async function giveBack(tx: Tx, customer: Customer, counted: Counted, now: Date): Promise<void> {
  const { invoice, leads, leadsApplied } = counted
  const taken = await takeBackMonthly(tx, customer, { amount: leadsApplied - leads, now })
  await setCounted(tx, invoice, leads, leadsApplied - taken)
}

async function setCounted(tx: Tx, { id }: Invoice, leads: number, leadsApplied: number): Promise<void> {
  await tx
    .insert(leadInvoices)
    .values({ invoiceId: id, leads, leadsApplied })
    .onConflictDoUpdate({ target: leadInvoices.invoiceId, set: { leads, leadsApplied } })
}
