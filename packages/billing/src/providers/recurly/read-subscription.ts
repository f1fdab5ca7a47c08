import type { Dunning, ProviderSubscription, ProviderSubscriptionStatus } from '../ports.ts'
import type { RecurlyInvoice, RecurlySubscription } from './schema.ts'

/** Dollars with fractions to cents. */
export const toCents = (dollars: number | null | undefined): number => Math.round((dollars ?? 0) * 100)

const longAgo = new Date(0)

/** One that is `canceled` at Recurly goes on until its period ends; only these have ended. */
export const isEnded = ({ state }: RecurlySubscription): boolean => state === 'expired' || state === 'failed'

/**
 * Recurly's subscription in our words. Recurly has no past-due state: it follows from the account's invoices.
 * @param invoices of the same account, newest first
 */
export function readSubscription(
  raw: RecurlySubscription,
  invoices: readonly RecurlyInvoice[],
): ProviderSubscription {
  const ended = isEnded(raw)
  const own = ended ? [] : invoices.filter(({ subscriptionIds }) => subscriptionIds?.includes(raw.id))
  const overdue = own.find(({ state }) => state === 'past_due')
  const activatedAt = raw.activatedAt ?? raw.createdAt ?? longAgo
  const currentPeriodStart = raw.currentPeriodStartedAt ?? activatedAt
  const status = ended ? endedAs(raw) : livesAs(raw, own, overdue)
  const endedAt = ended ? (raw.expiresAt ?? raw.updatedAt ?? currentPeriodStart) : null
  return {
    id: raw.id,
    uuid: raw.uuid,
    accountCode: raw.account.code,
    planCode: raw.plan.code,
    status,
    priceCents: toCents(raw.unitAmount) * (raw.quantity ?? 1),
    activatedAt,
    currentPeriodStart,
    currentPeriodEnd: raw.currentPeriodEndsAt ?? currentPeriodStart,
    cancelAtPeriodEnd: raw.state === 'canceled',
    canceledAt: raw.canceledAt ?? (status === 'canceled' ? endedAt : null),
    endedAt,
    dunning: overdue ? dunningOf(overdue) : null,
  }
}

/**
 * `failed` at Recurly: the first payment was pending and then failed. Ours renew until they are not paid or somebody
 * ends them, so for any other reason somebody ended it.
 */
function endedAs(raw: RecurlySubscription): ProviderSubscriptionStatus {
  if (raw.state === 'failed') return 'incomplete_expired'
  return /pay/i.test(raw.expirationReason ?? '') ? 'expired' : 'canceled'
}

function livesAs(
  raw: RecurlySubscription,
  own: readonly RecurlyInvoice[],
  overdue: RecurlyInvoice | undefined,
): ProviderSubscriptionStatus {
  if (overdue) return overdue.origin === 'purchase' ? 'failed' : 'past_due'
  // Paused begins at a renewal, so its period is not paid for.
  if (raw.state === 'future' || raw.state === 'paused') return 'pending'
  const isUnderWay = own.some(
    ({ origin, state }) => origin === 'purchase' && (state === 'pending' || state === 'processing'),
  )
  return isUnderWay ? 'pending' : 'active'
}

/** Recurly does not tell when it tries again. */
function dunningOf({ transactions }: RecurlyInvoice): Dunning {
  const failed = (transactions ?? []).filter(({ status }) => status === 'declined' || status === 'error')
  return { failedAttempts: Math.max(1, failed.length), nextAttemptAt: null }
}
