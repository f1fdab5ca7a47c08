import { createAccount } from '@freeor/accounts/commands'
import { companies } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BillingProvider } from '../../providers/ports.ts'
import { changePlan, previewPlanChange } from '../changes/commands.ts'
import { type Asker, cancelAtPeriodEnd, subscribe, updateCard } from '../commands.ts'
import { checkSubscriptions } from '../health/queries.ts'
import { findCustomer } from '../queries.ts'
import { type BillingFixture, openBillingFixture, withProvider } from '../testing.ts'
import { reconcileBilling } from '../upkeep/commands.ts'
import { forgetFormerCards, removeFormerCard } from './commands.ts'

const { current, subscribed, shown, bills, pass, subjects } = openBillingFixture()
let { system, billing, asker, database } = {} as BillingFixture

beforeEach(() => {
  ;({ system, billing, asker, database } = current())
})

/** Hands the company over to another owner, as accounts does. Returns the new owner. */
async function handOver(from = asker): Promise<Asker> {
  const { db } = database
  const now = system.clock.now()
  return await db.transaction(async (tx) => {
    const heir = { email: `heir-of-${from.userId}@example.com`, name: 'Heir', passwordHash: 'none', now }
    const { userId } = await createAccount(tx, heir)
    await tx.update(companies).set({ ownerUserId: userId }).where(eq(companies.id, asker.companyId))
    await forgetFormerCards(tx, { companyId: asker.companyId, now }, billing.notify)
    return { ...asker, userId }
  })
}

const customer = async () => {
  const found = await findCustomer(database.db, asker)
  if (!found) throw new Error('There is no customer')
  return found
}
const cardThere = async () => await system.provider.cardOf((await customer()).accountId ?? '')
const removeCard = async (deps = billing) => await removeFormerCard(deps, (await customer()).id)

const away = (): BillingProvider => ({
  ...system.provider,
  removeCard: async () => {
    throw new AppError('unavailable', 'The payment service is not available right now')
  },
})

describe('after a hand-over', () => {
  test('the former owner’s card is gone, here at once and at the provider, and the new owner is told', async () => {
    await subscribed('freeor_pro')
    expect((await shown()).billing_info).not.toBeNull()
    await handOver()
    expect((await shown()).billing_info).toBeNull()
    expect(subjects().at(-1)).toBe('Please give a card')
    expect(system.notices.at(-1)?.paragraphs.join(' ')).toContain('due on February 28, 2026')
    await removeCard()
    expect(await cardThere()).toBeUndefined()
    await removeCard()
    await system.settle()
    expect(await shown()).toMatchObject({ billing_info: null, in_progress: null, active: true })
  })

  test('a subscription that renews without a card is past due, and the new owner’s card pays it', async () => {
    await subscribed('freeor_pro')
    const heir = await handOver()
    await removeCard()
    await pass(28)
    expect(await shown()).toMatchObject({ subscription_status: 'past_due' })
    expect(subjects().at(-1)).toBe('Please update your card')
    await updateCard(billing, { asker: heir, tokenId: 'tok_mastercard' })
    expect(await shown()).toMatchObject({ subscription_status: 'active' })
    expect((await bills()).filter(([state]) => state === 'paid')).toHaveLength(2)
  })

  test('the former owner’s card pays for nothing, also before the provider has removed it', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const heir = await handOver()
    const refused = { code: 'conflict', message: expect.stringContaining('add a card') }
    await expect(subscribe(billing, { asker: heir, planID: 'freeor_pro' })).rejects.toMatchObject(refused)
    const own = { asker: heir, planID: 'freeor_basic', tokenId: 'tok_mastercard' } as const
    expect(await subscribe(billing, own)).toMatchObject({ status: 'ok' })
    await removeCard()
    expect((await shown()).billing_info?.paymentMethod.lastFour).toBe('4444')
    await handOver(heir)
    const larger = { asker: heir, planID: 'freeor_pro' } as const
    await expect(changePlan(billing, larger)).rejects.toMatchObject(refused)
    await expect(previewPlanChange(billing, larger)).rejects.toMatchObject(refused)
    expect(await bills()).toEqual([['paid', 5000]])
    await removeCard()
  })

  test('a card that came with a purchase whose answer was lost is kept, too', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const heir = await handOver()
    system.clock.advance(1000)
    system.dieAt = 'subscribe-charged'
    const bought = subscribe(billing, { asker: heir, planID: 'freeor_pro', tokenId: 'tok_mastercard' })
    await expect(bought).rejects.toThrow('subscribe-charged')
    system.dieAt = undefined
    system.clock.advance(180_000)
    await reconcileBilling(billing)
    expect((await cardThere())?.paymentMethod.lastFour).toBe('4444')
    expect(await customer()).toMatchObject({ cardRemovalDueAt: null })
  })

  test('a card that the new owner gave meanwhile is kept', async () => {
    await subscribed('freeor_pro')
    const heir = await handOver()
    await updateCard(billing, { asker: heir, tokenId: 'tok_mastercard' })
    await removeCard()
    expect((await cardThere())?.paymentMethod.lastFour).toBe('4444')
    expect((await shown()).billing_info?.paymentMethod.lastFour).toBe('4444')
  })

  test('a provider that is down is asked again, nobody sees the card until then, the doctor reports it', async () => {
    await subscribed('freeor_pro')
    await handOver()
    await expect(removeCard(withProvider(billing, away()))).rejects.toMatchObject({ code: 'unavailable' })
    await system.settle()
    expect((await shown()).billing_info).toBeNull()
    system.clock.advance(600_000)
    await reconcileBilling(withProvider(billing, away()))
    expect(await cardThere()).toBeDefined()
    const { db } = database
    const broken = await checkSubscriptions({ db, provider: system.provider, now: system.clock.now() })
    expect(broken.map(({ invariant }) => invariant)).toEqual(['I13'])
    await reconcileBilling(billing)
    expect(await cardThere()).toBeUndefined()
    expect(await customer()).toMatchObject({ cardRemovalDueAt: null })
  })

  test('a subscription that ends with its period needs no card', async () => {
    await subscribed('freeor_pro')
    await cancelAtPeriodEnd(billing, asker)
    await handOver()
    expect(subjects().at(-1)).toBe('The card on file was removed')
    await removeCard()
  })

  test('nobody is notified about a company that never paid', async () => {
    await handOver()
    await removeCard()
    expect(subjects()).toEqual([])
  })
})
