import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import { companyMembers } from '@freeor/accounts/tables'
import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { setPlanByHand } from '../admin/commands.ts'
import { changePlan, previewPlanChange } from '../subscriptions/changes/commands.ts'
import { subscribe, terminateSubscription } from '../subscriptions/commands.ts'
import { checkSubscriptions } from '../subscriptions/health/queries.ts'
import { type BillingFixture, openBillingFixture } from '../subscriptions/testing.ts'
import { customers } from '../tables.ts'
import { countPlanSeats } from './queries.ts'

const { current, subscribed, shown } = openBillingFixture()
let { system, billing, asker, database } = {} as BillingFixture
let people = 0

beforeEach(() => {
  ;({ system, billing, asker, database } = current())
})

async function addPeople(count: number): Promise<void> {
  const now = system.clock.now()
  for (let each = 0; each < count; each += 1) {
    people += 1
    const email = `colleague${people}@example.com`
    const { userId } = await createAccount(database.db, { email, name: 'C', passwordHash: 'none', now })
    await addCompanyMember(database.db, { companyId: asker.companyId, userId, role: 'member', now })
  }
}

const removePeople = () =>
  database.db
    .delete(companyMembers)
    .where(and(eq(companyMembers.companyId, asker.companyId), ne(companyMembers.role, 'owner')))

const tooMany = '2 people are in your account beside its owner, and Freeor Pro has no seats for others.'

describe('a plan with fewer seats than people', () => {
  test('is refused by the preview and by the change, with the numbers, until they are removed', async () => {
    await subscribed('freeor_biz')
    await addPeople(2)
    for (const ask of [previewPlanChange, changePlan])
      await expect(ask(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(tooMany)
    await expect(changePlan(billing, { asker, planID: 'freeor_free' })).rejects.toThrow('2 people are')
    expect(await shown()).toMatchObject({ plan_id: 'freeor_biz', in_progress: null })
    await removePeople()
    expect(await changePlan(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'ok' })
  })

  test('may be chosen where the other site’s plan has the seats', async () => {
    await database.db.insert(customers).values({
      id: `cus_courses_${asker.companyId}`,
      companyId: asker.companyId,
      site: 'courses',
      planID: 'freeor_biz',
      subscriptionStatus: 'active',
      billingCycleAnchor: 0,
      createdAt: system.clock.now(),
      updatedAt: system.clock.now(),
    })
    await subscribed('freeor_biz')
    await addPeople(2)
    expect(await changePlan(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'ok' })
  })

  test('cannot be chosen after a subscription ended: its people stay until a plan has enough seats', async () => {
    await subscribed('freeor_biz')
    await addPeople(2)
    await terminateSubscription(billing, asker)
    expect(await countPlanSeats(database.db, asker.companyId)).toBe(0)
    expect((await shown()).active).toBe(false)
    for (const planID of ['freeor_free', 'freeor_pro'] as const)
      await expect(subscribe(billing, { asker, planID })).rejects.toThrow('2 people are')
    expect(await subscribe(billing, { asker, planID: 'freeor_biz' })).toMatchObject({ status: 'ok' })
  })

  test('is refused to super admins too, and the doctor reports a company that pays for one', async () => {
    const byHand = (planID: 'freeor_biz' | 'freeor_free') =>
      setPlanByHand(database.db, {
        companyId: asker.companyId,
        site: 'leads',
        planID,
        superAdminUserId: undefined,
        reason: 'a test',
        now: system.clock.now(),
      })
    await byHand('freeor_biz')
    await addPeople(2)
    await expect(byHand('freeor_free')).rejects.toThrow('2 people are')
    await removePeople()
    await subscribed('freeor_basic')
    await addPeople(2)
    const { db } = database
    const found = await checkSubscriptions({ db, provider: system.provider, now: system.clock.now() })
    expect(found).toEqual([{ invariant: 'I14', id: asker.companyId, detail: '2 people on 0 seats' }])
    await removePeople()
  })

  test('counts as soon as it is requested, so nobody joins meanwhile', async () => {
    await subscribed('freeor_biz')
    system.dieAt = 'subscribe-committing'
    await expect(changePlan(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow('died')
    expect(await countPlanSeats(database.db, asker.companyId)).toBe(0)
    system.dieAt = undefined
    expect(await changePlan(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'ok' })
  })
})
