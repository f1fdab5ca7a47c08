import { timingSafeEqual } from 'node:crypto'
import { signSessionToken } from '../signed-values.ts'
import { decoded, readSessionCookie } from './cookies.ts'

type Signing = { readonly secret: string; readonly secureCookies: boolean }

/**
 * The session token of a request that has our signature, returned without it: that of `Authorization: Bearer`, else
 * that of the session cookie. Undefined for anything that we did not sign.
 */
export function readSessionToken(signing: Signing, headers: Headers): string | undefined {
  const cookie = readSessionCookie(signing, headers.get('cookie'))
  return verified(signing.secret, bearerOf(headers)) ?? verified(signing.secret, cookie)
}

function verified(secret: string, signed: string | undefined): string | undefined {
  const end = signed?.lastIndexOf('.') ?? -1
  if (signed === undefined || end < 1) return undefined
  const token = signed.slice(0, end)
  const given = Buffer.from(signed)
  const expected = Buffer.from(signSessionToken(secret, token))
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

function bearerOf(headers: Headers): string | undefined {
  const header = headers.get('authorization')
  return header?.slice(0, 7).toLowerCase() === 'bearer ' ? decoded(header.slice(7).trim()) : undefined
}
