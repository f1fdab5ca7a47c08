import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test('a client cannot move its address with x-forwarded-for', () => {
  expect(clientAddress('203.0.113.9', '198.51.100.1', [])).toBe('203.0.113.9')
  expect(clientAddress('203.0.113.9', '198.51.100.1', ['10.0.0.1'])).toBe('203.0.113.9')
})

test('behind a configured proxy the rightmost address that is no proxy counts', () => {
  expect(clientAddress('10.0.0.1', '198.51.100.1, 203.0.113.9', ['10.0.0.1'])).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', ['10.0.0.1', '10.0.0.2'])).toBe(
    '203.0.113.9',
  )
})

test('an IPv4 address written as IPv6 is the same client', () => {
  expect(clientAddress('::ffff:203.0.113.9', null, [])).toBe('203.0.113.9')
})
