import { createHmac } from 'node:crypto'

const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox an address leads to, as far as we can know: lower case, without what follows a plus, and without dots for
 * Google.
 */
export function normalizeAddress(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [mailbox = ''] = address.slice(0, at).split('+')
  return dotless.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}

/**
 * What we keep in place of an address. It is keyed with the installation's own secret, which is not in the database:
 * the table alone is not enough to test addresses.
 */
export function addressKey(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`address:${normalizeAddress(email)}`)
    .digest('base64url')
}
