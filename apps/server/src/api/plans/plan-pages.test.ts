import { setPlanByHand } from '@freeor/billing/admin/commands'
import { readPlanCatalogue } from '@freeor/billing/plan-catalogue'
import { putPlansInPlace } from '@freeor/billing/plans'
import { customers } from '@freeor/billing/tables'
import type { Site } from '@freeor/kernel/site'
import { loadSignup } from '@freeor/site-frame/account/signup'
import { loadChangePlan } from '@freeor/site-frame/billing/change-plan'
import { loadCustomPlan } from '@freeor/site-frame/billing/custom-plan'
import { loadPricing } from '@freeor/site-frame/billing/pricing'
import { loadSubscribe } from '@freeor/site-frame/billing/subscribe'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../../config.ts'
import { checkInvariants } from '../../doctor.ts'
import { requireSoldPlans } from '../../open-billing.ts'
import { outcomeOf, pageVisit, type Visit } from '../../testing/page-visit.ts'
import { addPerson, type Person } from '../../testing/people.ts'
import { ensureSubscription } from '../../testing/subscriptions.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Plans as the pages find them, with a plan of the operator's own that people reach only by its address. */

let system: TestSystem
let free: Person
let payer: Person
let ended: Person

const hidden = { shortname: 'Friends', description: 'For friends.', public: false, price: 20_000 }
const file = {
  leads: [
    {
      ...{ planID: 'friends', name: 'Friends of ours', ...hidden, leads: 9000, downloadLimit: 5000 },
      ...{ includesRollover: true, searchSuppressions: true, seats: 3 },
    },
  ],
  courses: [{ planID: 'freeor_basic', public: false }],
}

beforeAll(async () => {
  system = await openTestSystem()
  const add = (name: string) => addPerson(system.deps, system.call, { name })
  ;[free, payer, ended] = [await add('free'), await add('payer'), await add('ended')]
  putPlansInPlace(readPlanCatalogue(JSON.stringify(file)))
  await ensureSubscription(system.deps, payer, 'friends')
  await system.deps.db
    .update(customers)
    .set({ subscriptionStatus: 'canceled' })
    .where(and(eq(customers.companyId, ended.companyId), eq(customers.site, 'leads')))
})
afterAll(async () => {
  putPlansInPlace({})
  await system.close()
})

type Loaded = { plan?: { planID: string }; plans?: { planID: string; public: boolean }[]; step?: string }

async function open(
  load: (args: ReturnType<typeof pageVisit>) => Promise<unknown>,
  path: string,
  visit: Visit = {},
) {
  const { value, ...rest } = await outcomeOf(load(pageVisit(system, path, visit)))
  return { ...rest, value: value as Loaded | null | undefined }
}

test.each([
  ['leads', 'friends'],
  ['leads', 'freeor_pro'],
  ['courses', 'freeor_basic'],
] as const)('the page of one plan of %s finds %s, public or not', async (site, planID) => {
  const { value } = await open(loadCustomPlan, `/custom-plan?plan=${planID}`, { site })
  expect(value?.plan).toMatchObject({ planID })
})

test('the page of one plan knows whether its visitor has it, and whether they pay', async () => {
  const planPage = async (as: Person, planID: string) =>
    (await open(loadCustomPlan, `/custom-plan?plan=${planID}`, { as })).value
  expect(await planPage(payer, 'friends')).toMatchObject({ isCurrent: true, pays: true })
  expect(await planPage(payer, 'freeor_pro')).toMatchObject({ isCurrent: false, pays: true })
  expect(await planPage(free, 'friends')).toMatchObject({ isCurrent: false, pays: false })
  expect(await planPage(ended, 'freeor_free')).toMatchObject({ isCurrent: false, pays: false })
})

test.each([
  ['leads', '/custom-plan?plan=gold'],
  ['courses', '/custom-plan?plan=friends'],
  ['leads', '/custom-plan?plan=..%2Fcourse-plans%2Ffreeor_pro'],
  ['leads', `/custom-plan?plan=${'x'.repeat(80)}`],
  ['leads', '/custom-plan'],
] as const)('the page of one plan of %s leads home from %s', async (site: Site, path) => {
  expect(await open(loadCustomPlan, path, { site })).toMatchObject({ location: '/' })
})

test('plans say whether they are public; a plan that is not is in no list that strangers see', async () => {
  const { body } = await system.call('GET', '/api/plans')
  expect(body.plans.map((plan) => [plan.planID, plan.public])).toEqual([
    ['freeor_free', true],
    ['freeor_basic', true],
    ['freeor_pro', true],
    ['freeor_biz', true],
  ])
  const one = await system.call('GET', '/api/plans/friends')
  expect(one.body.public).toBe(false)
  const { plans } = await loadPricing(pageVisit(system, '/pricing'))
  expect(plans.map(({ planID }) => planID)).not.toContain('friends')
})

test('a user who knows the address of a plan can buy it, and then finds it among those to change from', async () => {
  const paying = await open(loadSubscribe, '/_subscribe?plan=friends', { as: free })
  expect(paying.value).toMatchObject({ step: 'pay', plan: { planID: 'friends', price: 20_000 } })
  const choosing = await open(loadSubscribe, '/_subscribe?plan=friends&choose', { as: free })
  expect(choosing.value?.plans?.map(({ planID }) => planID)).toEqual([
    'freeor_free',
    'freeor_basic',
    'freeor_pro',
    'friends',
    'freeor_biz',
  ])
  const changing = await open(loadChangePlan, '/settings/billing/change', { as: payer })
  expect(changing.value).toMatchObject({ current: { planID: 'friends' }, pays: true })
})

test.each(['leads', 'courses'] as const)(
  'who was given a plan of %s by hand is shown the plans to pay for',
  async (site) => {
    const as = await addPerson(system.deps, system.call, { name: `given-${site}` })
    const hand = { planID: 'freeor_pro', superAdminUserId: undefined, reason: 'a charity', now: new Date() }
    await setPlanByHand(system.deps.db, { companyId: as.companyId, site, ...hand })
    expect((await open(loadSubscribe, '/_subscribe?choose', { as, site })).value).toMatchObject({
      step: 'plan',
    })
  },
)

test.each([
  ['without a plan', 'free', '/signup?next=/search', '/search'],
  ['with a plan', 'free', '/signup?plan=friends&next=/search', '/search'],
  ['with a plan, paying', 'payer', '/signup?plan=freeor_pro&next=/search%3Fa', '/search?a'],
  ['to another site', 'free', '/signup?next=https://evil.test', '/settings/billing'],
  ['with nothing', 'free', '/signup', '/settings/billing'],
  ['with a plan alone', 'free', '/signup?plan=friends', '/_subscribe?plan=friends'],
  [
    'after their subscription ended',
    'ended',
    '/signup?plan=friends&next=/search',
    '/_subscribe?plan=friends&next=/search',
  ],
] as const)('who is signed in and opens sign-up %s goes on', async (_, who, path, location) => {
  const as = { free, payer, ended }[who]
  expect(await open(loadSignup, path, { as })).toMatchObject({ location })
})

test('a stranger with a plan and somewhere to go sees the form', async () => {
  const { value } = await open(loadSignup, '/signup?plan=friends&next=/search')
  expect(value).toMatchObject({ plan: { planID: 'friends' } })
})

test('a plan that companies have cannot leave the catalogue: the start refuses, and doctor reports it', async () => {
  await requireSoldPlans(system.deps.db)
  putPlansInPlace({})
  try {
    await expect(requireSoldPlans(system.deps.db)).rejects.toThrow(ConfigError)
    await expect(requireSoldPlans(system.deps.db)).rejects.toThrow(
      'Please put friends back into plans.json, under leads: 1 have it.',
    )
    const { invariants } = await checkInvariants(system.deps)
    const broken = invariants.filter(({ ok }) => !ok)
    expect(broken.map(({ id }) => id)).toEqual(['I4'])
    expect(broken[0]?.detail).toContain('friends: 1 on this plan of leads, which is not in the catalogue')
  } finally {
    putPlansInPlace(readPlanCatalogue(JSON.stringify(file)))
  }
})
