import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const issuer = 'Freeor'
const periodSeconds = 30
export const backupCodeAmount = 10
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
const backupCodeLength = 12

/** RFC 6238 as authenticator apps expect it: SHA-1, six digits, thirty seconds. */
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 })

/** 160 random bits in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

export const otpauthUrl = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The time step that this code belongs to; undefined when there is none. The steps before and after the present one
 * count too, for clocks that are half a minute off.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/** Twelve characters from an alphabet without lookalikes, 58 bits. */
export function newBackupCode(): string {
  let code = ''
  while (code.length < backupCodeLength) {
    const byte = randomBytes(1)[0] ?? 0
    // Bytes past the last whole multiple of the alphabet would favour its first characters.
    if (byte < 256 - (256 % alphabet.length)) code += alphabet[byte % alphabet.length]
  }
  return code
}

/** `abcd-efgh-jkmn`, as it is shown. */
export const shownBackupCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** What the database keeps of a backup code. */
export function hashBackupCode(serverSecret: string, userId: string, code: string): string {
  const bound = JSON.stringify(['backup-code', userId, code.toLowerCase()])
  return createHmac('sha256', serverSecret).update(bound).digest('base64url')
}

const keyOf = (serverSecret: string) =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'freeor two-factor secrets', 32))

/** AES-256-GCM, bound to the person: the table alone gives nobody a factor, and none can be moved to another person. */
export function seal(serverSecret: string, userId: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret), iv).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text of `seal`. @throws Error when it was sealed with another secret or for another person */
export function unseal(serverSecret: string, userId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret), bytes.subarray(0, 12))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
