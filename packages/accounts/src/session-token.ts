import { timingSafeEqual } from 'node:crypto'
import { signSessionToken } from './signed-values.ts'

type Signing = { readonly secret: string; readonly secureCookies: boolean }

/**
 * The session token a request shows with our signature, without it: that of `Authorization: Bearer`, else that of the
 * session cookie. Undefined for anything that we did not sign. Read as better-auth reads it, whose cookies these are.
 */
export function readSessionToken(signing: Signing, headers: Headers): string | undefined {
  return verified(signing.secret, bearerOf(headers)) ?? verified(signing.secret, cookieOf(signing, headers))
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

function cookieOf({ secureCookies }: Signing, headers: Headers): string | undefined {
  const name = `${secureCookies ? '__Secure-' : ''}freeor.session_token`
  for (const pair of headers.get('cookie')?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    // The first one counts, as it does for better-auth when it ends a session.
    if (equals > 0 && pair.slice(0, equals).trim() === name) return decoded(pair.slice(equals + 1).trim())
  }
  return undefined
}

/** A signature's `+`, `/` and `=` come as `%2B`, `%2F` and `%3D`. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
