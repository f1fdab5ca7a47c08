import type {
  ChangeInput,
  Invalid,
  NewSubscription,
  PreviewOutcome,
  ProviderSubscription,
  SubscriptionOutcome,
} from '../ports.ts'
import { underKey } from './ask-under-key.ts'
import { tokenShape, unreadableCard } from './card-token.ts'
import type { RecurlyCalls, RecurlyClient } from './client.ts'
import { away, readFailure } from './failures.ts'
import {
  cardOf,
  completeSubscription,
  findRaw,
  getSubscription,
  listRaw,
  listRawInvoices,
  parse,
} from './queries.ts'
import { readPreview } from './read-invoice.ts'
import { isEnded } from './read-subscription.ts'
import { type RecurlySubscription, subscriptionChange } from './schema.ts'

const currency = 'USD'

/**
 * An account of ours has at most one live subscription, so finding one settles what a lost answer left open; Recurly
 * itself remembers a key for an hour only.
 */
export async function createSubscription(
  calls: RecurlyCalls,
  { accountCode, planCode, tokenId, idempotencyKey }: NewSubscription,
): Promise<SubscriptionOutcome> {
  if (tokenId !== undefined && !tokenShape.test(tokenId)) return unreadableCard
  const settled = async (): Promise<SubscriptionOutcome | undefined> => {
    const all = await listRaw(calls, accountCode)
    // Recurly would make the account, with no address and no card.
    if (!all) return invalid('There is no such account', 'not_found')
    const living = all.find((raw) => !isEnded(raw))
    if (!living) return undefined
    if (living.plan.code !== planCode) return invalid('This account has a subscription already')
    return ok(calls, living)
  }
  // In one call: Recurly keeps a card that comes with a purchase only when the purchase is made.
  const account = { code: accountCode, ...(tokenId && { billingInfo: { tokenId } }) }
  const body = { planCode, currency, account }
  return settle({
    calls,
    settled,
    idempotencyKey,
    accountId: `code-${accountCode}`,
    bringsCard: tokenId !== undefined,
    call: async (client) => (await client.createSubscription(body)).id,
  })
}

export async function changeSubscription(
  calls: RecurlyCalls,
  { subscriptionId, planCode, idempotencyKey }: ChangeInput & { readonly idempotencyKey: string },
): Promise<SubscriptionOutcome> {
  const current = await findRaw(calls, subscriptionId)
  if (!current) return notFound
  const settled = async (): Promise<SubscriptionOutcome | undefined> => {
    const raw = await findRaw(calls, subscriptionId)
    if (!raw) return notFound
    if (!isEnded(raw) && raw.plan.code === planCode && !raw.pendingChange) return ok(calls, raw)
    return refuseChange(await completeSubscription(calls, raw))
  }
  return settle({
    calls,
    settled,
    idempotencyKey,
    accountId: `code-${current.account.code}`,
    call: async (client) => {
      await client.createSubscriptionChange(subscriptionId, { planCode, timeframe: 'now' })
      return subscriptionId
    },
  })
}

/** Why a subscription cannot change its plan, if it cannot. */
function refuseChange({ endedAt, status, cancelAtPeriodEnd }: ProviderSubscription): Invalid | undefined {
  if (endedAt) return invalid('This subscription has ended')
  if (status !== 'active') return invalid('This subscription is not paid. Please update your card first')
  if (cancelAtPeriodEnd) return invalid('This subscription is being cancelled. Please resume it first')
  return undefined
}

/** Recurly refuses a change to the plan that it already has; such a change costs nothing. */
export async function previewChange(
  calls: RecurlyCalls,
  { subscriptionId, planCode }: ChangeInput,
): Promise<PreviewOutcome> {
  const subscription = await getSubscription(calls, subscriptionId)
  if (!subscription) return notFound
  const refused = refuseChange(subscription)
  if (refused) return refused
  const { currentPeriodStart, currentPeriodEnd, priceCents } = subscription
  if (subscription.planCode === planCode) {
    const nothing = { chargeCents: 0, creditCents: 0, dueNowCents: 0 }
    return {
      status: 'ok',
      preview: { planCode, priceCents, ...nothing, currentPeriodStart, currentPeriodEnd },
    }
  }
  try {
    const change = await calls.write((client) =>
      client.previewSubscriptionChange(subscriptionId, { planCode, timeframe: 'now' }),
    )
    const preview = readPreview(parse(subscriptionChange, change))
    return { status: 'ok', preview: { ...preview, currentPeriodStart, currentPeriodEnd } }
  } catch (error) {
    const failure = readFailure(error)
    return failure.status === 'invalid' ? failure : invalid(failure.transactionError.message)
  }
}

export const cancelAtPeriodEnd = (calls: RecurlyCalls, subscriptionId: string) =>
  move(calls, subscriptionId, {
    isThere: ({ state }) => state === 'canceled' || state === 'expired' || state === 'failed',
    call: (client) => client.cancelSubscription(subscriptionId, { body: { timeframe: 'bill_date' } }),
  })

/** What is overdue is not collected any more. */
export async function terminate(calls: RecurlyCalls, subscriptionId: string): Promise<SubscriptionOutcome> {
  const outcome = await move(calls, subscriptionId, {
    isThere: isEnded,
    call: (client) => client.terminateSubscription(subscriptionId, { params: { refund: 'none' } }),
  })
  if (outcome.status === 'ok') await giveUpOverdue(calls, outcome.subscription)
  return outcome
}

async function giveUpOverdue(calls: RecurlyCalls, { id, accountCode }: ProviderSubscription): Promise<void> {
  for (const invoice of await listRawInvoices(calls, accountCode)) {
    const { id: invoiceId, state, subscriptionIds } = invoice
    if (!invoiceId || state !== 'past_due' || !subscriptionIds?.includes(id)) continue
    await calls
      .write((client) => client.markInvoiceFailed(invoiceId))
      .catch((error) => {
        // It was paid or given up meanwhile.
        if (readFailure(error).status !== 'invalid') throw away(error)
      })
  }
}

export async function resume(calls: RecurlyCalls, subscriptionId: string): Promise<SubscriptionOutcome> {
  const raw = await findRaw(calls, subscriptionId)
  if (raw && isEnded(raw)) return invalid('This subscription has ended')
  return move(calls, subscriptionId, {
    isThere: ({ state }) => state !== 'canceled',
    call: (client) => client.reactivateSubscription(subscriptionId),
  })
}

type Move = {
  isThere: (raw: RecurlySubscription) => boolean
  call: (client: RecurlyClient) => Promise<unknown>
}

/** Brings it into the wanted state; it is enough when it is there already, also through another call. */
async function move(
  calls: RecurlyCalls,
  subscriptionId: string,
  { isThere, call }: Move,
): Promise<SubscriptionOutcome> {
  const before = await findRaw(calls, subscriptionId)
  if (!before) return notFound
  if (isThere(before)) return ok(calls, before)
  const failure = await calls.write(call).then(() => undefined, readFailure)
  const after = await findRaw(calls, subscriptionId)
  if (!after) return notFound
  return failure && !isThere(after) ? failure : ok(calls, after)
}

type Settling = {
  calls: RecurlyCalls
  /** The result read from the current state; undefined while it has not happened. */
  settled: () => Promise<SubscriptionOutcome | undefined>
  idempotencyKey: string
  accountId: string
  /** Whether a card comes with the call: then a refusal is not for want of one on file. */
  bringsCard?: boolean
  /** Gives the id of the subscription to read. */
  call: (client: RecurlyClient) => Promise<string | null | undefined>
}

/** Does it once for a key, whichever request or answer is lost. */
async function settle(settling: Settling): Promise<SubscriptionOutcome> {
  const { calls, settled, idempotencyKey, accountId, call } = settling
  const before = await settled()
  if (before) return before
  try {
    const id = await underKey(idempotencyKey, (key) => calls.write(call, key), settled)
    if (typeof id === 'object') return id ?? notFound
    const raw = await findRaw(calls, id ?? '')
    return raw ? await ok(calls, raw) : notFound
  } catch (error) {
    const failure = readFailure(error)
    const mayLackCard = failure.status === 'invalid' && failure.code === 'validation' && !settling.bringsCard
    if (!mayLackCard || (await cardOf(calls, accountId))) return failure
    return { status: 'invalid', code: 'no_card', message: 'There is no card on file' }
  }
}

async function ok(calls: RecurlyCalls, raw: RecurlySubscription): Promise<SubscriptionOutcome> {
  return { status: 'ok', subscription: await completeSubscription(calls, raw) }
}

const notFound: Invalid = { status: 'invalid', code: 'not_found', message: 'There is no such subscription' }

const invalid = (message: string, code: Invalid['code'] = 'validation'): Invalid => ({
  status: 'invalid',
  code,
  message,
})
