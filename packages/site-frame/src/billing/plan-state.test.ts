import { expect, test } from 'vitest'
import type { Me } from '../frame/visitor.ts'
import { planStateOf } from './plan-state.ts'

/** The signed-in user on a site, with this subscription there. */
const meWith = (subscription_status: string, active: boolean): Me =>
  ({
    user: { id: 'usr_1' },
    company: { id: 'com_1' },
    plan: { planID: 'freeor_pro', subscription_status, active },
  }) as unknown as Me

test('a user with an overdue payment is told so, however the status is spelt', () => {
  const isPastDue = (status: string) => planStateOf(meWith(status, true)).isPastDue
  for (const status of ['past due', 'past_due', 'failed']) expect(isPastDue(status), status).toBe(true)
  for (const status of ['active', 'pending']) expect(isPastDue(status), status).toBe(false)
})

test('a subscription that has ended pays nothing and can be begun again', () => {
  expect(planStateOf(meWith('canceled', false))).toEqual({
    isActive: false,
    planID: 'freeor_pro',
    pays: false,
    isPastDue: false,
  })
  expect(planStateOf({ user: null } as Me)).toMatchObject({
    isActive: false,
    planID: null,
  })
})
