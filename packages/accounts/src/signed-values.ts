import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

function sign(secret: string, text: string, encoding: 'base64' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding)
}

/** A session token with its signature, as in the cookie or after `Bearer`. */
export function signSessionToken(secret: string, token: string): string {
  return `${token}.${sign(secret, token, 'base64')}`
}

/**
 * A secret of 256 bits that is derived from a text, for one purpose; nobody can compute it without the server's own
 * secret.
 */
export function deriveSecret(secret: string, purpose: string, text: string): string {
  return sign(secret, `${purpose}:${text}`, 'base64url')
}

/** SHA-256 of a token from a mail: what the database keeps of it. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function accountMark(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 16)
}

/**
 * The mark that a browser keeps after signing in to an account. A browser with a mark has its own count of failed
 * attempts there, so strangers who use up the account's count lock out only strangers (OWASP's "device cookie").
 */
function newDeviceMark(secret: string, email: string): string {
  const body = `${accountMark(email)}.${randomBytes(16).toString('base64url')}`
  return `${body}.${sign(secret, `device:${body}`, 'base64url')}`
}

type DeviceMark = { readonly account: string; readonly device: string }

function genuineMark(secret: string, mark: string): DeviceMark | undefined {
  const [account, device, signature, ...rest] = mark.split('.')
  if (!account || !device || !signature || rest.length > 0) return undefined
  const expected = Buffer.from(sign(secret, `device:${account}.${device}`, 'base64url'))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
    ? { account, device }
    : undefined
}

/** How many accounts can know one browser: a family's, or a person's own and their work's. */
const mostMarks = 5
export const markSeparator = '~'

/** The device's own part of the genuine mark for this account; undefined without one. */
export function readDeviceMark(secret: string, marks: string | undefined, email: string): string | undefined {
  const account = accountMark(email)
  for (const mark of marks?.split(markSeparator).slice(0, mostMarks) ?? []) {
    const genuine = genuineMark(secret, mark)
    if (genuine?.account === account) return genuine.device
  }
  return undefined
}

/**
 * The browser's marks with a new one for this account first; the oldest ones and those that we did not sign are
 * dropped.
 */
export function addDeviceMark(secret: string, marks: string | undefined, email: string): string {
  const own = accountMark(email)
  const others = (marks?.split(markSeparator).slice(0, mostMarks) ?? []).filter((mark) => {
    const account = genuineMark(secret, mark)?.account
    return account !== undefined && account !== own
  })
  return [newDeviceMark(secret, email), ...others].slice(0, mostMarks).join(markSeparator)
}
