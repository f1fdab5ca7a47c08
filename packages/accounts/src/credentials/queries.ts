import { AppError } from '@freeor/kernel/errors'
import { and, eq, gt } from 'drizzle-orm'
import type { Auth } from '../ports.ts'
import { hashLinkToken } from '../signed-values.ts'
import { verifications } from '../tables.ts'

/** What the single-use link of a mail is for. */
export type LinkPurpose = 'reset-password'

export const linkIsOver = () =>
  new AppError('gone', 'That link is no longer valid. Please ask for a new one.')

/** The row of a link's token while it is neither used, nor replaced by a newer one, nor too old. */
export function liveToken(purpose: LinkPurpose, token: string, now: Date) {
  return and(
    eq(verifications.identifier, `${purpose}:${hashLinkToken(token)}`),
    gt(verifications.expiresAt, now),
  )
}

/**
 * Whether a link's token would still be taken; it is not spent. Not counted: a token is 256 random bits, and who has
 * it may use it.
 * @throws AppError gone when it would not.
 */
export async function requireLiveLink(auth: Auth, purpose: LinkPurpose, token: string): Promise<void> {
  const isLive = liveToken(purpose, token, auth.clock.now())
  const [found] = await auth.db.select({ id: verifications.id }).from(verifications).where(isLive)
  if (!found) throw linkIsOver()
}
