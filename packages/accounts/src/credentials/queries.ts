import { AppError } from '@freeor/kernel/errors'
import { and, eq, gt } from 'drizzle-orm'
import type { Auth } from '../ports.ts'
import { hashLinkToken } from '../signed-values.ts'
import { verifications } from '../tables.ts'

/** The purpose of a single-use link in a mail. */
export type LinkPurpose = 'reset-password'

export const linkIsOver = () =>
  new AppError('gone', 'That link is no longer valid. Please ask for a new one.')

/** The row of a link's token, unless it is used, replaced by a newer one or too old. */
export function liveToken(purpose: LinkPurpose, token: string, now: Date) {
  return and(
    eq(verifications.identifier, `${purpose}:${hashLinkToken(token)}`),
    gt(verifications.expiresAt, now),
  )
}

/**
 * Checks that a link's token is still valid, without spending it. Not counted: a token is 256 random bits, and anybody
 * who has it may use it.
 * @throws AppError gone when it is not.
 */
export async function requireLiveLink(auth: Auth, purpose: LinkPurpose, token: string): Promise<void> {
  const isLive = liveToken(purpose, token, auth.clock.now())
  const [found] = await auth.db.select({ id: verifications.id }).from(verifications).where(isLive)
  if (!found) throw linkIsOver()
}
