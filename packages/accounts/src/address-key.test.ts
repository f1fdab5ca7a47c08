import { expect, test } from 'vitest'
import { addressKey, normalizeAddress } from './address-key.ts'

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada+leads@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
])('%s leads to the mailbox %s', (email, mailbox) => {
  expect(normalizeAddress(email)).toBe(mailbox)
})

test('the key of an address is the same for one mailbox, another for others and under another secret', () => {
  const key = addressKey('secret', 'ada@example.com')
  expect(addressKey('secret', 'Ada+x@example.com')).toBe(key)
  expect(addressKey('secret', 'bob@example.com')).not.toBe(key)
  expect(addressKey('other', 'ada@example.com')).not.toBe(key)
  expect(key).not.toContain('ada')
})
