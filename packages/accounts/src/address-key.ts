import { createHmac } from 'node:crypto'

const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox an address leads to, as far as that can be known: in lower case, without what follows a plus, and at
 * Google without dots.
 */
export function normalizeAddress(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [mailbox = ''] = address.slice(0, at).split('+')
  return dotless.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}

/**
 * What is remembered of an address in its stead. Keyed with the installation's own secret, which is not in the
 * database: who has the table alone cannot try addresses out.
 */
export function addressKey(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`address:${normalizeAddress(email)}`)
    .digest('base64url')
}
