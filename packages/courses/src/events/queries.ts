import { companyMembers, sessions, users } from '@freeor/accounts/tables'
import type { Clock } from '@freeor/kernel/clock'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { organizationAdmins } from '../organizations/tables.ts'
import type { EventQueries, StreamAccess } from './ports.ts'

/**
 * What the streams need to know of their viewers and of those whose progress changed.
 * @param organizations the configured names: an admin of any other sees nobody
 */
export function eventQueries(db: Tx, clock: Clock, organizations: readonly string[]): EventQueries {
  return {
    async readAccess(sessionIds) {
      if (sessionIds.length === 0) return new Map()
      const rows = await db
        .select({
          sessionId: sessions.id,
          userId: users.id,
          role: users.role,
          organizations: sql<string[]>`array(
            SELECT ${organizationAdmins.organization} FROM ${organizationAdmins}
            WHERE ${organizationAdmins.userId} = ${users.id})`,
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
      return new Map(
        rows.map(({ sessionId, userId, role, ...row }): [string, StreamAccess] => [
          sessionId,
          {
            userId,
            superAdmin: role === 'super_admin',
            organizations: row.organizations.filter((name) => organizations.includes(name)),
            companies: row.companies,
          },
        ]),
      )
    },
    async readOrganizations(userIds) {
      if (userIds.length === 0) return new Map()
      const rows = await db
        .select({ id: users.id, org: users.org })
        .from(users)
        .where(and(inArray(users.id, [...userIds]), isNotNull(users.org), eq(users.orgIsTyped, false)))
      return new Map(rows.map(({ id, org }) => [id, org ?? '']))
    },
  }
}
