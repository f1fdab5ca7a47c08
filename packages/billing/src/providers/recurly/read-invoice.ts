import type { BilledTo, ChangePreview, PlanAmount, ProviderInvoice } from '../ports.ts'
import { toCents } from './read-subscription.ts'
import type { RecurlyAddress, RecurlyChange, RecurlyInvoice, RecurlyLineItem } from './schema.ts'

const states: Readonly<Record<string, ProviderInvoice['state']>> = {
  open: 'pending',
  pending: 'pending',
  processing: 'pending',
  past_due: 'past_due',
  paid: 'paid',
  closed: 'paid',
  failed: 'failed',
  voided: 'voided',
}

/** Recurly's invoice in our words; undefined for one that is not written yet. */
export function readInvoice(raw: RecurlyInvoice, accountCode: string): ProviderInvoice | undefined {
  if (!raw.id || !raw.createdAt) return undefined
  // What is written off was never paid for, so it gives nothing back.
  const isWrittenOff = raw.origin === 'write_off'
  // A credit invoice stays open until its credit is used up; there is nothing to collect.
  const isGiven = raw.type === 'credit' && raw.state === 'open'
  const state = isGiven ? 'paid' : (states[raw.state ?? ''] ?? 'pending')
  return {
    id: raw.id,
    number: raw.number ?? raw.id,
    accountCode: raw.account?.code ?? accountCode,
    subscriptionId: raw.subscriptionIds?.[0] ?? null,
    state,
    createdAt: raw.createdAt,
    paidAt: state === 'paid' ? (raw.closedAt ?? raw.createdAt) : null,
    totalCents: toCents(raw.total),
    paidCents: toCents(raw.paid),
    lines: (raw.lineItems ?? []).map((line) => ({
      description: line.description ?? '',
      amountCents: toCents(line.amount),
      plan: isWrittenOff ? null : readPlan(line),
      startsAt: line.startDate ?? null,
      endsAt: line.endDate ?? null,
    })),
    billedTo: raw.address ? readAddress(raw.address) : null,
  }
}

/**
 * An earlier credit that is used up here, or what is left of one: no charge and no credit of its own. Recurly's document
 * lists the one spelling and explains the other.
 */
const usedCredit = new Set(['applied_credit', 'applied_credits', 'carryforward', 'carryforwards'])

/** Setup fees and add-ons name the plan too. */
function readPlan(line: RecurlyLineItem): PlanAmount | null {
  const { planCode, origin, legacyCategory } = line
  if (!planCode || origin !== 'plan' || usedCredit.has(legacyCategory ?? '')) return null
  const amount = line.amount ?? 0
  const before = line.subtotal ?? amount
  // A coupon may leave no amount whose sign would tell.
  const isCredit = line.type === 'credit' || amount < 0 || before < 0
  const cents = toCents(isCredit ? -Math.abs(before) : before)
  const isWhole = (line.prorationRate ?? 1) === 1 && cents > 0
  // A price is not computed from a share: that would magnify the rounding to a cent.
  return { code: planCode, cents, priceCents: isWhole ? cents : null }
}

/** Null for an address that names nobody. */
function readAddress(raw: RecurlyAddress): BilledTo | null {
  const joined = (separator: string, ...parts: readonly (string | null | undefined)[]) =>
    parts.filter(Boolean).join(separator)
  const name = raw.company || raw.nameOnAccount || joined(' ', raw.firstName, raw.lastName)
  if (!name) return null
  return {
    name,
    street: joined(', ', raw.street1, raw.street2),
    city: raw.city ?? '',
    region: raw.region ?? '',
    postalCode: raw.postalCode ?? '',
    country: raw.country ?? '',
  }
}

/** The credit is written as negative lines in the charge invoice, or, when there is more of it, in a credit invoice. */
export function readPreview(
  change: RecurlyChange,
): Omit<ChangePreview, 'currentPeriodStart' | 'currentPeriodEnd'> {
  const { chargeInvoice, creditInvoices } = change.invoiceCollection ?? {}
  const amounts = [chargeInvoice, ...(creditInvoices ?? [])]
    .flatMap((invoice) => invoice?.lineItems ?? [])
    .map(({ amount }) => toCents(amount))
  const sum = (part: readonly number[]) => part.reduce((total, cents) => total + cents, 0)
  return {
    planCode: change.plan.code,
    priceCents: toCents(change.unitAmount) * (change.quantity ?? 1),
    chargeCents: sum(amounts.map((cents) => Math.max(0, cents))),
    creditCents: sum(amounts.map((cents) => Math.max(0, -cents))),
    dueNowCents: Math.max(0, toCents(chargeInvoice?.balance ?? chargeInvoice?.total)),
  }
}
