import { createApiClient } from '@freeor/api-client/client'
import { expect, test } from 'vitest'
import type { Me } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import { standingOf } from './standing.ts'

const unasked = createApiClient({ fetch: () => Promise.reject(new Error('Nobody is to be asked')) })
const leads = { name: 'leads' } as Site

/** Who is signed in on the Leads site, with this subscription. */
const meWith = (subscription_status: string, active: boolean): Me =>
  ({
    user: { id: 'usr_1' },
    company: { id: 'com_1' },
    allowance: { planID: 'freeor_pro', subscription_status, active },
  }) as unknown as Me

test('who is behind with a payment is told so, however the status is spelt', async () => {
  const isPastDue = async (status: string) =>
    (await standingOf(leads, unasked, meWith(status, true))).isPastDue
  for (const status of ['past due', 'past_due', 'failed']) expect(await isPastDue(status), status).toBe(true)
  for (const status of ['active', 'pending']) expect(await isPastDue(status), status).toBe(false)
})

test('a subscription that has ended pays nothing and can be begun anew', async () => {
  expect(await standingOf(leads, unasked, meWith('canceled', false))).toEqual({
    isActive: false,
    planID: 'freeor_pro',
    pays: false,
    isPastDue: false,
  })
  expect(await standingOf(leads, unasked, { user: null } as Me)).toMatchObject({
    isActive: false,
    planID: null,
  })
})
