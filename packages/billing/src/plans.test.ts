import { expect, test } from 'vitest'
import { findLeadPlan, getLeadPlan, shippedCoursePlans, shippedLeadPlans, shippedPlanIds } from './plans.ts'
import { isActiveSubscription, isPastDue } from './subscription-status.ts'

test('each site has every plan once, dearer plans giving more', () => {
  expect(shippedLeadPlans.map(({ planID }) => planID)).toEqual(shippedPlanIds)
  expect(shippedCoursePlans.map(({ planID }) => planID)).toEqual(shippedPlanIds)
  for (const plans of [
    shippedLeadPlans.map(({ leads, price }) => [price, leads]),
    shippedCoursePlans.map((p) => [p.price, p.lessons]),
  ]) {
    expect(plans.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(plans)
    expect(plans.toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))).toEqual(plans)
  }
  expect(findLeadPlan('freeor_gold')).toBeUndefined()
  expect(() => getLeadPlan('freeor_gold')).toThrow('not in the catalogue')
})

test('a subscription counts as active unless it was canceled or ran out', () => {
  const statuses = [
    'active',
    'pending',
    'past due',
    'past_due',
    'failed',
    'canceled',
    'incomplete_expired',
    'expired',
  ]
  expect(statuses.filter(isActiveSubscription)).toEqual([
    'active',
    'pending',
    'past due',
    'past_due',
    'failed',
  ])
  expect(statuses.filter(isPastDue)).toEqual(['past due', 'past_due', 'failed'])
})
