import { createHmac, randomInt } from 'node:crypto'

export const codeMinutes = 10
export const mostTries = 5

export type CodePurpose = 'verify-account' | 'change-email'

/** Six digits; the first may be 0. */
export const newCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

type Bound = { readonly purpose: CodePurpose; readonly userId: string; readonly sentTo: string }

/**
 * What the database keeps: a plain hash could be broken with a million tries; this one needs the system's secret, too.
 */
export function hashCode(secret: string, { purpose, userId, sentTo }: Bound, code: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['verification-code', purpose, userId, sentTo, code]))
    .digest('base64url')
}
