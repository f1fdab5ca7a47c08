import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BillingProvider } from '../../providers/ports.ts'
import { cancelAtPeriodEnd, subscribe, updateCard } from '../commands.ts'
import { checkSubscriptions } from '../health/queries.ts'
import { findCustomer, findLiveSubscription } from '../queries.ts'
import { type BillingFixture, dayMs, openBillingFixture, withProvider } from '../testing.ts'
import { reconcileBilling } from '../upkeep/commands.ts'
import { endPayments, refuseWhileAsking } from './commands.ts'

const { current, subscribed, bills, pass } = openBillingFixture()
let { system, billing, asker, database } = {} as BillingFixture

beforeEach(() => {
  ;({ system, billing, asker, database } = current())
})

const deleteOwner = () =>
  database.db
    .update(users)
    .set({ deletedAt: system.clock.now(), banned: true })
    .where(eq(users.id, asker.userId))

const customer = async () => {
  const found = await findCustomer(database.db, asker)
  if (!found) throw new Error('There is no customer')
  return found
}

const living = async () =>
  (await system.provider.listSubscriptions((await customer()).id)).filter(({ endedAt }) => endedAt === null)

const violations = async () =>
  (await checkSubscriptions({ db: database.db, provider: system.provider, now: system.clock.now() })).map(
    ({ invariant }) => invariant,
  )

/** A provider that cannot be reached. */
const away = (): BillingProvider => ({
  ...system.provider,
  listSubscriptions: async () => {
    throw new AppError('unavailable', 'The payment service is not available right now')
  },
})

describe('a deleted account', () => {
  test('is refused while a purchase is under way, whatever becomes of it', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    system.dieAt = 'subscribe-charged'
    await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow('died')
    await expect(refuseWhileAsking(database.db, [asker.companyId])).rejects.toMatchObject({
      code: 'conflict',
    })
    system.dieAt = undefined
    system.clock.advance(200_000)
    await reconcileBilling(billing)
    await refuseWhileAsking(database.db, [asker.companyId])
    expect(await findLiveSubscription(database.db, asker)).toBeDefined()
    await refuseWhileAsking(database.db, [])
  })

  test('asks nothing of the provider any more', async () => {
    await subscribed('freeor_basic')
    await deleteOwner()
    for (const ask of [
      () => subscribe(billing, { asker, planID: 'freeor_pro' }),
      () => updateCard(billing, { asker, tokenId: 'tok_visa' }),
      () => cancelAtPeriodEnd(billing, asker),
    ])
      await expect(ask()).rejects.toThrow('This account was deleted.')
    await endPayments(billing, (await customer()).id)
  })

  test('is billed by nobody: every live subscription ends and the card is removed, known to us or not', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    // Charged by a call whose answer and intent were lost.
    await system.provider.createSubscription({
      accountCode: (await customer()).id,
      planCode: 'freeor_pro',
      idempotencyKey: 'lost',
    })
    await deleteOwner()
    system.clock.advance(600_000)
    expect(await violations()).toEqual(['I13'])
    await reconcileBilling(billing)
    expect(await living()).toEqual([])
    expect(await system.provider.cardOf((await customer()).accountId ?? '')).toBeUndefined()
    expect(await customer()).toMatchObject({ planID: 'freeor_free', card: null })
    expect(await violations()).toEqual([])
    await pass(40)
    expect(await bills()).toEqual([['paid', 9900]])
  })

  test('is ended once the provider can be asked, and blocks nobody else’s repair until then', async () => {
    await subscribed('freeor_pro')
    await deleteOwner()
    const id = (await customer()).id
    await expect(endPayments(withProvider(billing, away()), id)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await reconcileBilling(withProvider(billing, away()))
    expect(system.logged).toContain('A deleted account is billed on')
    expect(await living()).toHaveLength(1)
    system.clock.advance(dayMs)
    expect(await violations()).toContain('I13')
    await reconcileBilling(billing)
    expect(await living()).toEqual([])
    expect(await violations()).toEqual([])
  })

  test('that a late answer brings to life again is ended again', async () => {
    await subscribed('freeor_pro')
    await deleteOwner()
    const { id, accountId } = await customer()
    await endPayments(billing, id)
    await system.provider.updateAccount(accountId ?? '', { tokenId: 'tok_visa' })
    await system.provider.createSubscription({
      accountCode: id,
      planCode: 'freeor_pro',
      idempotencyKey: 'late',
    })
    await system.settle()
    expect(await findLiveSubscription(database.db, asker)).toBeDefined()
    await reconcileBilling(billing)
    expect(await living()).toEqual([])
    expect(await findLiveSubscription(database.db, asker)).toBeUndefined()
  })
})
