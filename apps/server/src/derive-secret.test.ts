import { expect, test } from 'vitest'
import { deriveSecret } from './derive-secret.ts'

const secret = 'a secret that several servers have'

test('a secret is the same wherever it is made, and another one for another purpose or another AUTH_SECRET', () => {
  const one = deriveSecret(secret, 'one', 48)
  expect(deriveSecret(secret, 'one', 48)).toBe(one)
  expect(Buffer.from(one, 'base64url')).toHaveLength(48)
  const others = [deriveSecret(secret, 'two', 48), deriveSecret(`${secret}!`, 'one', 48)]
  expect(new Set([one, ...others]).size).toBe(3)
  expect(one).not.toContain(secret)
})
