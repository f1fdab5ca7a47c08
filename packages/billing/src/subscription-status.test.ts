import { expect, test } from 'vitest'
import { isActiveSubscription, isPastDue } from './subscription-status.ts'

test('a subscription is active unless it is canceled, incomplete_expired or expired', () => {
  const active = ['active', 'pending', 'past due', 'past_due', 'failed']
  expect(active.filter(isActiveSubscription)).toEqual(active)
  expect(['canceled', 'incomplete_expired', 'expired'].filter(isActiveSubscription)).toEqual([])
})

test('past due covers past due, past_due and failed', () => {
  const all = [
    'active',
    'pending',
    'canceled',
    'incomplete_expired',
    'expired',
    'past due',
    'past_due',
    'failed',
  ]
  expect(all.filter(isPastDue)).toEqual(['past due', 'past_due', 'failed'])
})
