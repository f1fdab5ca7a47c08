import { AppError } from '@freeor/kernel/errors'
import { expect, test } from 'vitest'
import { requireOwnOrigin } from './origin.ts'

const trusted = ['http://localhost:3000', 'http://localhost:3001']

function isAllowed(headers: Record<string, string>, method = 'POST'): boolean {
  try {
    requireOwnOrigin(new Request('http://localhost:3000/api/downloads', { method, headers }), trusted)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).code).toBe('bad_origin')
    return false
  }
}

const hostile = [
  'null',
  'Null',
  'undefined',
  '',
  '*',
  'http://evil.example',
  'https://evil.example',
  'http://evil.example:3000',
  'http://localhost',
  'http://localhost:80',
  'http://localhost:3002',
  'http://localhost:30000',
  'http://localhost:3000.evil.example',
  'http://localhost.evil.example:3000',
  'http://localhost:3000@evil.example',
  'http://evil.example#localhost:3000',
  'http://evil.example?localhost:3000',
  'http://evil.example/localhost:3000',
  'http://evil.example\\@localhost:3000',
  'http://evil.example/http://localhost:3000',
  'http://user@localhost:3000',
  'http://user:password@localhost:3000',
  'http://localhost:3000/',
  'http://localhost:3000/path',
  'http://localhost:3000?query',
  'http://localhost:3000#fragment',
  'http://LOCALHOST:3000',
  'HTTP://localhost:3000',
  'http:localhost:3000',
  'http:/localhost:3000',
  'http:///localhost:3000',
  '//localhost:3000',
  'localhost:3000',
  'ftp://localhost:3000',
  'file://localhost:3000',
  'ws://localhost:3000',
  'javascript://localhost:3000',
  'data:text/html,hello',
  'chrome-extension://localhost:3000',
  'http://localhost:3000, http://evil.example',
  'http://evil.example, http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://localhost.:3000',
  'http://xn--lcalhost-8ya:3000',
]

test.each(hostile)('a write whose Origin is %j is refused', (origin) => {
  expect(isAllowed({ origin, host: 'localhost:3000' })).toBe(false)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is a write', (method) => {
  expect(isAllowed({ origin: 'http://evil.example', host: 'localhost:3000' }, method)).toBe(false)
})

test.each(['GET', 'HEAD', 'OPTIONS'])('%s is no write', (method) => {
  expect(isAllowed({ origin: 'http://evil.example', host: 'localhost:3000' }, method)).toBe(true)
})

test('both sites may write, and the host that was addressed under another name', () => {
  expect(isAllowed({ origin: 'http://localhost:3000', host: 'localhost:3000' })).toBe(true)
  expect(isAllowed({ origin: 'http://localhost:3001', host: 'localhost:3000' })).toBe(true)
  expect(isAllowed({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(true)
  expect(isAllowed({ origin: 'https://leads.example', host: 'leads.example' })).toBe(true)
})

test('without an Origin a browser that calls the request foreign is refused, a program is not', () => {
  expect(isAllowed({})).toBe(true)
  expect(isAllowed({ 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(isAllowed({ 'sec-fetch-site': 'none' })).toBe(true)
  for (const site of ['cross-site', 'same-site', 'anything'])
    expect(isAllowed({ 'sec-fetch-site': site })).toBe(false)
})
