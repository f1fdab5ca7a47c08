import type { ContentViewer } from '@freeor/content/permissions'
import type { UserActor } from '@freeor/kernel/actor'
import type { Deps } from './deps.ts'
import { siteRecords } from './sites/site-records.ts'

/** What permission lists of site documents see of a user. A super admin who acts as somebody else has only what they have. */
export async function readContentViewer(
  { db, organizations }: Pick<Deps, 'db' | 'organizations'>,
  actor: UserActor,
): Promise<ContentViewer> {
  const roles = await Promise.all(
    siteRecords.map(async (records) => await records.contentRoles?.(db, actor.userId, organizations)),
  )
  return {
    email: actor.emailVerified ? actor.email.toLowerCase() : null,
    isSuperAdmin: actor.superAdmin && actor.impersonatedBy === undefined,
    isAuthor: roles.some((role) => role?.isAuthor),
    orgAdminOf: roles.flatMap((role) => role?.orgAdminOf ?? []),
  }
}
