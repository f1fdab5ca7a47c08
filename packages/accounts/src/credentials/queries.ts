import type { UserActor } from '@freeor/kernel/actor'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Auth } from '../auth.ts'
import { sessions } from '../tables.ts'

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
