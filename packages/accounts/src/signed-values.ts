import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

function sign(secret: string, text: string, encoding: 'base64' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding)
}

/** A session token with its signature, as better-auth reads it from a cookie or after `Bearer`. */
export function signSessionToken(secret: string, token: string): string {
  return `${token}.${sign(secret, token, 'base64')}`
}

/** SHA-256 of a token from a mail: what the database keeps of it. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function accountMark(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 16)
}

/**
 * The mark a browser keeps after signing in to an account. Whoever holds one has its own count of failed attempts
 * there, so strangers who use up the account's count lock out only strangers (OWASP's "device cookie").
 */
export function newDeviceMark(secret: string, email: string): string {
  const body = `${accountMark(email)}.${randomBytes(16).toString('base64url')}`
  return `${body}.${sign(secret, `device:${body}`, 'base64url')}`
}

/** The device's own part of a mark that is genuine and made for this account; undefined otherwise. */
export function readDeviceMark(secret: string, mark: string | undefined, email: string): string | undefined {
  const [account, device, signature, ...rest] = mark?.split('.') ?? []
  if (!account || !device || !signature || rest.length > 0 || account !== accountMark(email)) return undefined
  const expected = Buffer.from(sign(secret, `device:${account}.${device}`, 'base64url'))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given) ? device : undefined
}
