import type { Clock } from '@freeor/kernel/clock'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { companyMembers, sessions, users } from '../tables.ts'
import type { LiveTopic, StreamAccess } from './ports.ts'

type Means = { readonly db: Tx; readonly clock: Clock; readonly topics: readonly LiveTopic[] }

/** The access of whoever looks, by session; a session that is over is not in it. Never kept. */
export async function readStreamAccess(
  { db, clock, topics }: Means,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, StreamAccess>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .select({
      sessionId: sessions.id,
      userId: users.id,
      email: users.email,
      emailVerified: users.emailVerified,
      role: users.role,
      companies: sql<string[]>`array(
        SELECT ${companyMembers.companyId} FROM ${companyMembers}
        WHERE ${companyMembers.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.id, [...sessionIds]),
        gt(sessions.expiresAt, clock.now()),
        sql`NOT coalesce(${users.banned}, false)`,
      ),
    )
  const rightsOf = await readRights(topics, [...new Set(rows.map(({ userId }) => userId))])
  return new Map(
    rows.map(({ sessionId, userId, email, emailVerified, role, companies }): [string, StreamAccess] => [
      sessionId,
      {
        ...{ userId, superAdmin: role === 'super_admin', companies, rights: rightsOf(userId) },
        email: emailVerified ? email.toLowerCase() : null,
      },
    ]),
  )
}

async function readRights(topics: readonly LiveTopic[], userIds: readonly string[]) {
  const read = await Promise.all(
    topics.map(async ({ name, readRights }) => [name, await readRights?.(userIds)] as const),
  )
  return (userId: string): StreamAccess['rights'] =>
    Object.fromEntries(read.flatMap(([name, rights]) => (rights ? [[name, rights.get(userId) ?? []]] : [])))
}
