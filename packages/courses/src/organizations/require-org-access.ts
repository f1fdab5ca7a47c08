import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { listOrgAdmin } from './queries.ts'

/** Whose progress somebody may see. */
export type OrgAccess = {
  readonly userId: string
  /** A super admin sees all users. */
  readonly seesAll: boolean
  /** The configured organizations they may name: those they are an admin of; for a super admin, all. */
  readonly organizations: readonly string[]
}

const nothingHere = () => new AppError('not_found', 'There is nothing here.')

/**
 * The access of an organization's admin or a super admin; for everybody else there is nothing here.
 * @throws AppError not_found
 */
export async function requireOrgAccess(
  tx: Tx,
  { userId, superAdmin, impersonatedBy }: UserActor,
  configured: readonly string[],
): Promise<OrgAccess> {
  if (superAdmin && impersonatedBy === undefined)
    return { userId, seesAll: true, organizations: [...configured] }
  const organizations = await listOrgAdmin(tx, userId, configured)
  if (organizations.length === 0) throw nothingHere()
  return { userId, seesAll: false, organizations }
}

/** The one that is named, or all. @throws AppError not_found for one that is not theirs */
export function narrowOrgAccess(access: OrgAccess, organization: string | undefined): OrgAccess {
  if (organization === undefined) return access
  if (!access.organizations.includes(organization)) throw nothingHere()
  return { ...access, seesAll: false, organizations: [organization] }
}
