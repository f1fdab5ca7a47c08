import { expect, test } from 'vitest'
import { commonHostProblem, passkeyHost } from './passkey-host.ts'

test.each([
  ['https://leads.example.com', undefined, 'leads.example.com'],
  ['https://leads.example.com', 'example.com', 'example.com'],
  ['http://localhost:3000', undefined, 'localhost'],
  ['http://leads.localhost:3000', undefined, 'leads.localhost'],
  ['http://leads.example.com', undefined, undefined],
  ['http://127.0.0.1:3000', undefined, undefined],
  ['https://192.0.2.7', undefined, undefined],
  ['https://[2001:db8::1]', undefined, undefined],
])('at %s, with %s in common, passkeys are bound to %s', (origin, common, host) => {
  expect(passkeyHost(origin, common)).toBe(host)
})

const sites = ['https://leads.example.com', 'https://courses.example.com']

test.each([
  ['example.com', undefined],
  ['leads.example.com', 'must be courses.example.com or a parent of it, and of the other site'],
  ['ample.com', 'must be leads.example.com or a parent of it, and of the other site'],
  ['other.org', 'must be leads.example.com or a parent of it, and of the other site'],
  ['192.0.2.7', 'must be a host name, not an IP address'],
  ['https://example.com', 'must be a host name in lower case, like example.com, without scheme or port'],
  ['Example.com', 'must be a host name in lower case, like example.com, without scheme or port'],
  ['example.com:443', 'must be a host name in lower case, like example.com, without scheme or port'],
  ['com', 'must hold a dot, like example.com'],
])('%s as the common parent: %s', (host, problem) => {
  expect(commonHostProblem(host, sites)).toBe(problem)
})
