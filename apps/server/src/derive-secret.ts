import { hkdfSync } from 'node:crypto'

/**
 * A secret for one purpose, made of the configured `AUTH_SECRET`: every server that has the same makes the same, and who
 * knows the one for a purpose knows none of the others.
 */
export const deriveSecret = (authSecret: string, purpose: string, bytes: number): string =>
  Buffer.from(hkdfSync('sha256', authSecret, 'freeor', purpose, bytes)).toString('base64url')
