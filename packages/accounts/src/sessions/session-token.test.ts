import { expect, test } from 'vitest'
import { signSessionToken } from '../signed-values.ts'
import { readSessionToken } from './session-token.ts'

const secret = 'a secret of at least thirty-two characters'
const plain = { secret, secureCookies: false }
const signed = (token: string) => encodeURIComponent(signSessionToken(secret, token))
const read = (headers: Record<string, string>, signing = plain) =>
  readSessionToken(signing, new Headers(headers))

test('a cookie or bearer token that we signed is read, encoded or not, also among other cookies', () => {
  for (const value of [signed('abc'), signSessionToken(secret, 'abc')]) {
    expect(read({ cookie: `theme=dark; freeor.session_token=${value}; other=1` })).toBe('abc')
    expect(read({ authorization: `Bearer ${value}` })).toBe('abc')
    expect(read({ authorization: `bearer ${value}` })).toBe('abc')
  }
})

test('a bearer token is read before the cookie, and a false one leaves the cookie valid', () => {
  const cookie = `freeor.session_token=${signed('from-cookie')}`
  expect(read({ cookie, authorization: `Bearer ${signed('from-bearer')}` })).toBe('from-bearer')
  expect(read({ cookie, authorization: 'Bearer x.AAAA' })).toBe('from-cookie')
  expect(read({ cookie, authorization: `Basic ${signed('from-basic')}` })).toBe('from-cookie')
})

test('of two session cookies the first counts, even when it is false', () => {
  const genuine = `freeor.session_token=${signed('genuine')}`
  expect(read({ cookie: `${genuine}; freeor.session_token=${signed('second')}` })).toBe('genuine')
  expect(read({ cookie: `freeor.session_token=abc.def; ${genuine}` })).toBeUndefined()
})

test.each([
  '',
  'abc',
  'abc.',
  '.',
  `.${signSessionToken(secret, '').slice(1)}`,
  `abd.${signSessionToken(secret, 'abc').split('.')[1]}`,
  signSessionToken('another secret of thirty-two characters', 'abc'),
  `${signSessionToken(secret, 'abc')}=`,
  signSessionToken(secret, 'abc').slice(0, -1),
  '%E0%A4%A',
])('%j, which we did not sign, is no session', (value) => {
  expect(read({ cookie: `freeor.session_token=${value}` })).toBeUndefined()
  expect(read({ authorization: `Bearer ${value}` })).toBeUndefined()
})

test('where cookies are secure, only the secure name counts', () => {
  const secure = { secret, secureCookies: true }
  expect(read({ cookie: `freeor.session_token=${signed('abc')}` }, secure)).toBeUndefined()
  expect(read({ cookie: `__Secure-freeor.session_token=${signed('abc')}` }, secure)).toBe('abc')
})
