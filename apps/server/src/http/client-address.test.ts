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
  expect(clientAddress('::ffff:10.0.0.1', '::ffff:203.0.113.9', ['10.0.0.1'])).toBe('203.0.113.9')
})

test('a proxy that names nobody, or only proxies, is the client itself', () => {
  expect(clientAddress('10.0.0.1', '', ['10.0.0.1'])).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', ' , ,', ['10.0.0.1'])).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '10.0.0.1', ['10.0.0.1'])).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', null, ['10.0.0.1'])).toBe('10.0.0.1')
})

test('a closed socket has no address, and a forged one does not replace it', () => {
  expect(clientAddress(undefined, '198.51.100.1', ['10.0.0.1'])).toBe('unknown')
})

test('whatever a client writes left of the proxy’s own entry changes nothing', () => {
  for (const forged of ['198.51.100.1', '10.0.0.1', 'unknown', '"', '203.0.113.9', 'x'.repeat(5000)])
    expect(clientAddress('10.0.0.1', `${forged}, 203.0.113.9`, ['10.0.0.1'])).toBe('203.0.113.9')
})
