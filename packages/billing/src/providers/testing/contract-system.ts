import { expect } from 'vitest'
import type { BillingProvider, ProviderSubscription, SubscriptionOutcome } from '../ports.ts'

/** `declines` is taken on file and refuses every charge; `declines_renewals` only those of renewals. */
export type ContractCard = 'good' | 'declines' | 'declines_renewals'

export type SignedNotification = { readonly body: Uint8Array; readonly headers: Headers }

/** A provider of its own, empty, with a fixture around it. Bills `freeor_basic` (5000), `freeor_pro` (9900). */
export type ProviderSystem = {
  readonly provider: BillingProvider
  now(): Date
  /** Moves the clock, and does what is due. */
  passDays(days: number): Promise<void>
  /** What the card form would give for such a card. */
  token(card: ContractCard): Promise<string> | string
  /** The webhooks that the provider would send, each once, signed now. */
  notifications(): Promise<readonly SignedNotification[]>
  close(): Promise<void>
}

export type Person = { code: string; accountId: string; provider: BillingProvider }

export type TestSystem = () => ProviderSystem

export async function newPerson({ provider }: ProviderSystem, code = 'cus_one'): Promise<Person> {
  const { id } = await provider.createAccount({ code, email: `${code}@example.com` })
  return { code, accountId: id, provider }
}

export async function withCard(system: ProviderSystem, card: ContractCard, code?: string): Promise<Person> {
  const person = await newPerson(system, code)
  const outcome = await system.provider.updateAccount(person.accountId, { tokenId: await system.token(card) })
  expect(outcome.status).toBe('ok')
  return person
}

export const subscribe = (
  { provider, code }: Person,
  planCode = 'freeor_basic',
  idempotencyKey = `sub-${planCode}`,
  tokenId?: string,
) => provider.createSubscription({ accountCode: code, planCode, idempotencyKey, tokenId })

export function done(outcome: SubscriptionOutcome): ProviderSubscription {
  if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.subscription
}

export const changeTo = (
  { provider }: Person,
  { id }: ProviderSubscription,
  planCode: string,
  key = 'change',
) => provider.changeSubscription({ subscriptionId: id, planCode, timeframe: 'now', idempotencyKey: key })

export const current = async ({ provider, code }: Person) => (await provider.listSubscriptions(code))[0]

/** What was really paid, newest first. */
export const paid = async ({ provider, code }: Person): Promise<number[]> =>
  (await provider.listInvoices(code))
    .filter(({ state, totalCents }) => state === 'paid' && totalCents > 0)
    .map(({ totalCents }) => totalCents)
