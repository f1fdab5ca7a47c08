import { randomBytes } from 'node:crypto'

/** What makes the name of a stored file unguessable. */
export const randomPart = (): string =>
  [...randomBytes(16)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32] ?? '').join('')
