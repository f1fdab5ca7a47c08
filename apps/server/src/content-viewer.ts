import type { ContentViewer } from '@freeor/content/permissions'
import type { UserActor } from '@freeor/kernel/actor'
import type { Deps } from './deps.ts'
import { siteRecords } from './sites/site-records.ts'

type Roles = Pick<ContentViewer, 'isAuthor' | 'orgAdminOf'>
type Means = Pick<Deps, 'db' | 'organizations'>

async function readRoles({ db, organizations }: Means, userId: string): Promise<Roles> {
  const roles = await Promise.all(
    siteRecords.map(async (records) => await records.contentRoles?.(db, userId, organizations)),
  )
  return {
    isAuthor: roles.some((role) => role?.isAuthor),
    orgAdminOf: roles.flatMap((role) => role?.orgAdminOf ?? []),
  }
}

/** What the sites say about users for permission lists, by user. */
export async function readContentRoles(
  means: Means,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Roles>> {
  const roles = new Map<string, Roles>()
  // One after the other: a change of a document may not take all connections of the database.
  for (const userId of userIds) roles.set(userId, await readRoles(means, userId))
  return roles
}

/** What permission lists of site documents see of a user. A super admin who acts as somebody else has only what they have. */
export const readContentViewer = async (means: Means, actor: UserActor): Promise<ContentViewer> => ({
  email: actor.emailVerified ? actor.email.toLowerCase() : null,
  isSuperAdmin: actor.superAdmin && actor.impersonatedBy === undefined,
  ...(await readRoles(means, actor.userId)),
})
