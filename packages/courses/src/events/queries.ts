import type { LiveTopic } from '@freeor/accounts/live/ports'
import { users } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { organizationAdmins } from '../organizations/tables.ts'
import { courseTopic, readRows } from './course-notices.ts'
import { eventsFor } from './events-for.ts'

/**
 * What streams tell of courses, learners' progress and organizations.
 * @param organizations the configured names: an admin of any other sees nobody
 */
export const courseLiveTopic = (db: Tx, organizations: readonly string[]): LiveTopic => ({
  name: courseTopic,
  readRights: async (userIds) => await readAdminOf(db, userIds, organizations),
  async prepare(rows) {
    const read = readRows(rows)
    const userIds = [...new Set(read.progress.map(([userId]) => userId))]
    const organizationOf = await readOrganizations(db, userIds)
    return (viewer) => eventsFor(read, viewer, organizationOf)
  },
})

async function readAdminOf(
  db: Tx,
  userIds: readonly string[],
  organizations: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0 || organizations.length === 0) return new Map()
  const { userId, organization } = organizationAdmins
  const rows = await db
    .select({ userId, organization })
    .from(organizationAdmins)
    .where(and(inArray(userId, [...userIds]), inArray(organization, [...organizations])))
    .orderBy(asc(organization))
  const byUser = Map.groupBy(rows, (row) => row.userId)
  return new Map([...byUser].map(([id, own]) => [id, own.map((row) => row.organization)]))
}

/** By user: the configured organization their profile chose. Users without one are not in it. */
async function readOrganizations(db: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, org: users.org })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.org), eq(users.orgIsTyped, false)))
  return new Map(rows.map(({ id, org }) => [id, org ?? '']))
}
