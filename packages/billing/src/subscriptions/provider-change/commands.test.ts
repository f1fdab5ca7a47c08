import { testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRecurlySystem, type RecurlySystem } from '../../providers/testing/recurly-system.ts'
import { changePlan, previewPlanChange } from '../changes/commands.ts'
import {
  type Asker,
  openPaymentAccount,
  resumeSubscription,
  subscribe,
  terminateSubscription,
  updateCard,
} from '../commands.ts'
import { checkSubscriptions } from '../health/queries.ts'
import type { BillingDeps } from '../ports.ts'
import { listInvoices, readCustomer } from '../queries.ts'
import { type BillingSystem, billingSystem, dayMs } from '../testing.ts'
import { reconcileBilling } from '../upkeep/commands.ts'
import { followProviderChange, requireReachable } from './commands.ts'

/** An installation that billed by itself is started with Recurly. */

let database: Awaited<ReturnType<typeof testDatabase>>
let recurly: RecurlySystem
let system: BillingSystem
let billing: BillingDeps
let asker: Asker

beforeEach(async () => {
  database = await testDatabase()
  recurly = await openRecurlySystem()
  system = billingSystem(database.db, recurly.site.now.toISOString())
  billing = { ...system.billing, provider: recurly.provider, former: system.provider }
  asker = await system.company()
})

afterEach(async () => {
  const { db } = database
  const { provider, former } = billing
  const asked = { db, provider, ...(former && { former }), now: system.clock.now() }
  const violations = await checkSubscriptions(asked)
  await database.close()
  await recurly.close()
  expect(violations).toEqual([])
})

const shown = () => readCustomer(database.db, asker, system.clock.now())

async function pass(days: number): Promise<void> {
  system.clock.advance(days * dayMs)
  recurly.advance(days * dayMs)
  await system.settle()
}

/** Subscribed at the built-in provider; from the next start on, Recurly is configured. */
async function subscribedBefore(): Promise<void> {
  await updateCard(system.billing, { asker, tokenId: 'tok_visa' })
  await subscribe(system.billing, { asker, planID: 'freeor_basic' })
  await system.settle()
  await requireReachable(billing)
  expect(await followProviderChange(billing)).toEqual([])
}

describe('a subscription of the provider that was configured before', () => {
  test('ends with its period, its owner is told once, and it can be neither changed nor resumed', async () => {
    await subscribedBefore()
    await followProviderChange(billing)
    await reconcileBilling(billing)
    await system.settle()
    const told = system.notices.filter(({ heading }) => heading.includes('another service'))
    expect(told).toHaveLength(1)
    expect(told[0]?.paragraphs.join(' ')).toContain('until February 28, 2026')
    expect(await shown()).toMatchObject({
      active: true,
      cancel_at_period_end: true,
      processor: 'embedded',
      provider_left: true,
    })
    for (const ask of [
      () => resumeSubscription(billing, asker),
      () => updateCard(billing, { asker, tokenId: recurly.token('good') }),
      () => changePlan(billing, { asker, planID: 'freeor_pro' }),
      () => previewPlanChange(billing, { asker, planID: 'freeor_pro' }),
    ])
      await expect(ask()).rejects.toThrow('We take payments through another service now.')
    await pass(29)
    expect(await shown()).toMatchObject({
      active: false,
      subscription_status: 'canceled',
      customer_id: null,
      billing_info: null,
      provider_left: false,
    })
    expect(system.notices.at(-1)?.action).toBe('Subscribe again')
    // Paid once, before the change; an owner who comes back pays the new provider only.
    await openPaymentAccount(billing, asker)
    await updateCard(billing, { asker, tokenId: recurly.token('good') })
    expect(await subscribe(billing, { asker, planID: 'freeor_basic' })).toMatchObject({ status: 'ok' })
    await pass(1)
    expect(await shown()).toMatchObject({ active: true, processor: 'recurly', provider_left: false })
    const bills = await listInvoices(database.db, asker)
    expect(bills.map(({ state, total }) => [state, total])).toEqual([
      ['paid', 5000],
      ['paid', 5000],
    ])
    await expect(requireReachable(system.billing)).rejects.toThrow(
      'BILLING_PROVIDER: 1 subscriptions are still billed by recurly. Set BILLING_PROVIDER=recurly, or end them there first.',
    )
  })

  test('may be ended at once, and renews as usual when the old provider is configured again', async () => {
    await subscribedBefore()
    await followProviderChange(system.billing)
    expect(await resumeSubscription(system.billing, asker)).toMatchObject({ status: 'ok' })
    expect(await shown()).toMatchObject({ cancel_at_period_end: false, provider_left: false })
    await followProviderChange(billing)
    expect(await terminateSubscription(billing, asker)).toMatchObject({ status: 'ok' })
    await system.settle()
    expect(await shown()).toMatchObject({ active: false, customer_id: null })
    await openPaymentAccount(billing, asker)
    await updateCard(billing, { asker, tokenId: recurly.token('good') })
    expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'ok' })
    expect(await shown()).toMatchObject({ active: true, processor: 'recurly' })
  })
})
