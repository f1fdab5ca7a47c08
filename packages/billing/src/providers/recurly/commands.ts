import { AppError } from '@freeor/kernel/errors'
import recurly from 'recurly'
import type {
  AccountOutcome,
  BillingProvider,
  ChangeInput,
  Invalid,
  PreviewOutcome,
  ProviderAccount,
  SubscriptionOutcome,
} from '../ports.ts'
import { ReplayedFailure } from './adapters/http.ts'
import type { RecurlyCalls, RecurlyClient } from './client.ts'
import { away, messageOf, readFailure } from './failures.ts'
import {
  cardOf,
  completeSubscription,
  findAccount,
  findAccountByCode,
  findRaw,
  listRaw,
  listRawInvoices,
  parse,
  readAccount,
} from './queries.ts'
import { readPreview } from './read-invoice.ts'
import { isEnded } from './read-subscription.ts'
import { type RecurlySubscription, subscriptionChange } from './schema.ts'

type Input<K extends keyof BillingProvider> = BillingProvider[K] extends (...args: infer A) => unknown
  ? A
  : never

const currency = 'USD'

/** The code is unique at Recurly, so whoever loses the race reads the winner's account. */
export async function createAccount(
  calls: RecurlyCalls,
  { code, email }: Input<'createAccount'>[0],
): Promise<ProviderAccount> {
  const existing = await findAccountByCode(calls, code)
  if (existing) return existing
  try {
    return readAccount(await calls.write((client) => client.createAccount({ code, email })))
  } catch (error) {
    if (error instanceof recurly.errors.ValidationError) {
      const winner = await findAccountByCode(calls, code)
      if (winner) return winner
      throw new AppError('invalid_request', messageOf(error))
    }
    throw away(error)
  }
}

/** A card token may be used once, so its call goes under a key of its own and can be repeated. */
export async function updateAccount(
  calls: RecurlyCalls,
  accountId: string,
  { email, tokenId }: Input<'updateAccount'>[1],
): Promise<AccountOutcome> {
  const body = { ...(email && { email }), ...(tokenId && { billingInfo: { tokenId } }) }
  try {
    const key = tokenId && `card-${accountId}-${tokenId}`
    const account = readAccount(
      await underKey(key, (attempt) =>
        calls.write((client) => client.updateAccount(accountId, body), attempt),
      ),
    )
    if (tokenId) await collectOverdue(calls, account, tokenId)
    return { status: 'ok', account }
  } catch (error) {
    return readFailure(error)
  }
}

/** Recurly waits for its next dunning day; a new card is tried at once. */
async function collectOverdue(calls: RecurlyCalls, account: ProviderAccount, tokenId: string): Promise<void> {
  const invoices = await listRawInvoices(calls, account.code)
  for (const { id, state } of invoices) {
    if (!id || state !== 'past_due') continue
    await calls.write((client) => client.collectInvoice(id), `collect-${id}-${tokenId}`)
  }
}

/**
 * An account of ours has one living subscription, so one that lives settles what a lost answer left open; Recurly
 * itself remembers a key for an hour only.
 */
export async function createSubscription(
  calls: RecurlyCalls,
  { accountCode, planCode, idempotencyKey }: Input<'createSubscription'>[0],
): Promise<SubscriptionOutcome> {
  const settled = async (): Promise<SubscriptionOutcome | undefined> => {
    const living = (await listRaw(calls, accountCode)).find((raw) => !isEnded(raw))
    if (!living) return undefined
    if (living.plan.code !== planCode) return invalid('This account has a subscription already')
    return ok(calls, living)
  }
  const body = { planCode, currency, account: { code: accountCode } }
  return settle({
    calls,
    settled,
    idempotencyKey,
    accountId: `code-${accountCode}`,
    call: async (client) => (await client.createSubscription(body)).id,
  })
}

export async function changeSubscription(
  calls: RecurlyCalls,
  { subscriptionId, planCode, timeframe, idempotencyKey }: Input<'changeSubscription'>[0],
): Promise<SubscriptionOutcome> {
  const current = await findRaw(calls, subscriptionId)
  if (!current) return notFound
  const settled = async (): Promise<SubscriptionOutcome | undefined> => {
    const raw = await findRaw(calls, subscriptionId)
    if (!raw) return notFound
    if (isEnded(raw)) return invalid('This subscription has ended')
    return raw.plan.code === planCode && !raw.pendingChange ? ok(calls, raw) : undefined
  }
  return settle({
    calls,
    settled,
    idempotencyKey,
    accountId: `code-${current.account.code}`,
    call: async (client) => {
      await client.createSubscriptionChange(subscriptionId, { planCode, timeframe })
      return subscriptionId
    },
  })
}

export async function previewChange(
  calls: RecurlyCalls,
  { subscriptionId, planCode }: ChangeInput,
): Promise<PreviewOutcome> {
  const raw = await findRaw(calls, subscriptionId)
  if (!raw) return notFound
  if (isEnded(raw)) return invalid('This subscription has ended')
  const { currentPeriodStart, currentPeriodEnd } = await completeSubscription(calls, raw)
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

export const terminate = (calls: RecurlyCalls, subscriptionId: string) =>
  move(calls, subscriptionId, {
    isThere: isEnded,
    call: (client) => client.terminateSubscription(subscriptionId, { params: { refund: 'none' } }),
  })

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

/** Brings it where it should be; being there already is enough, also when another call got there first. */
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
  /** What the state of things says about it, undefined while it has not happened. */
  settled: () => Promise<SubscriptionOutcome | undefined>
  idempotencyKey: string
  accountId: string
  /** Gives the id of the subscription to read. */
  call: (client: RecurlyClient) => Promise<string | null | undefined>
}

/** Does it once for a key, whatever got lost on the way. */
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
    const mayLackCard = failure.status === 'invalid' && failure.code === 'validation'
    if (!mayLackCard || (await cardOf(calls, accountId)) || !(await findAccount(calls, accountId)))
      return failure
    return { status: 'invalid', code: 'no_card', message: 'There is no card on file' }
  }
}

const KEYS = 5

/**
 * Recurly replays a stored 5xx for an hour. A replay proves that the first call has ended, so when nothing came of
 * it the next key is safe; all callers walk the same keys.
 */
async function underKey<T, S = never>(
  key: string | undefined,
  call: (key: string | undefined) => Promise<T>,
  settled?: () => Promise<S | undefined>,
): Promise<T | S> {
  for (let round = 1; ; round += 1) {
    try {
      return await call(key && round > 1 ? `${key}.${round}` : key)
    } catch (error) {
      if (!(error instanceof ReplayedFailure) || round === KEYS) throw error
      const outcome = await settled?.()
      if (outcome) return outcome
    }
  }
}

async function ok(calls: RecurlyCalls, raw: RecurlySubscription): Promise<SubscriptionOutcome> {
  return { status: 'ok', subscription: await completeSubscription(calls, raw) }
}

const notFound: Invalid = { status: 'invalid', code: 'not_found', message: 'There is no such subscription' }

const invalid = (message: string): Invalid => ({ status: 'invalid', code: 'validation', message })
