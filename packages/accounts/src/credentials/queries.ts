import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Auth } from '../auth.ts'
import { hashLinkToken } from '../signed-values.ts'
import { sessions, verifications } from '../tables.ts'

export type OwnSession = {
  readonly id: string
  readonly current: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly userAgent: string | null
  readonly ipAddress: string | null
}

/** The live sessions of the signed-in person: without impersonations, short-lived tokens or any secret. */
export async function listOwnSessions(auth: Auth, actor: UserActor): Promise<OwnSession[]> {
  const rows = await auth.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, actor.userId),
        gt(sessions.expiresAt, auth.clock.now()),
        isNull(sessions.impersonatedBy),
        isNull(sessions.parentSessionId),
      ),
    )
    .orderBy(sessions.createdAt)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    userAgent: row.userAgent,
    ipAddress: row.ipAddress,
  }))
}

/** What the single-use link of a mail is for. */
export type LinkPurpose = 'reset-password' | 'verify-email'

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
