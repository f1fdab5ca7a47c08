import { expect, test } from 'vitest'
import { beginPath } from './subscribe-path.ts'

test('somebody without a subscription signs up where everybody chooses a plan, and goes to the plans elsewhere', () => {
  expect(beginPath({ asksPlanAtSignup: true })).toBe('/signup')
  expect(beginPath({ asksPlanAtSignup: false })).toBe('/_subscribe')
})
