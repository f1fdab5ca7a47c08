import { createHmac, randomInt } from 'node:crypto'

export const codeMinutes = 10
export const mostTries = 5

export type CodePurpose = 'verify-account' | 'change-email'

/** Six digits, also such that begin with 0. */
export const newCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

type Bound = { readonly purpose: CodePurpose; readonly userId: string; readonly sentTo: string }

/** What the database keeps: without the system's secret a million tries would find the code. */
export function hashCode(secret: string, { purpose, userId, sentTo }: Bound, code: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['verification-code', purpose, userId, sentTo, code]))
    .digest('base64url')
}
