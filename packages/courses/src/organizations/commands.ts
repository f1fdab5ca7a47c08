import { recordAudit } from '@freeor/accounts/commands'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { organizationAdmins } from './tables.ts'

/** A change of what a person is an admin of. `superAdminUserId` is undefined for the command line. */
export type OrgAdminAction = {
  readonly superAdminUserId: string | undefined
  readonly userId: string
  readonly reason: string | undefined
  readonly now: Date
  readonly ipAddress?: string | undefined
  /** The configured names. */
  readonly configured: readonly string[]
  /** The list as it is to be, from the list as it is. */
  readonly change: (before: readonly string[]) => readonly string[]
}

/**
 * Makes a person an admin of organizations, or takes that away, in one transaction with its audit row.
 * @returns the new list
 * @throws AppError not_found; invalid_request for a name that is not configured
 */
export async function changeOrgAdmin(db: Database, action: OrgAdminAction): Promise<readonly string[]> {
  const { userId, now, configured } = action
  return await db.transaction(async (tx) => {
    const before = await lockOrgAdmin(tx, userId)
    const after = [...new Set(action.change(before))].sort()
    const added = after.filter((name) => !before.includes(name))
    const removed = before.filter((name) => !after.includes(name))
    requireConfigured(added, configured)
    if (removed.length > 0)
      await tx
        .delete(organizationAdmins)
        .where(and(eq(organizationAdmins.userId, userId), inArray(organizationAdmins.organization, removed)))
    for (const organization of added)
      await tx.insert(organizationAdmins).values({ userId, organization, createdAt: now })
    if (added.length + removed.length > 0) await recordChange(tx, action, { added, removed })
    return after
  })
}

/** Two changes of one person wait for each other. @throws AppError not_found */
async function lockOrgAdmin(tx: Tx, userId: string): Promise<string[]> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  if (!person) throw new AppError('not_found', 'There is no such person')
  const rows = await tx.select().from(organizationAdmins).where(eq(organizationAdmins.userId, userId))
  return rows.map(({ organization }) => organization)
}

function requireConfigured(names: readonly string[], configured: readonly string[]): void {
  const unknown = names.find((name) => !configured.includes(name))
  if (unknown === undefined) return
  const choices = configured.length === 0 ? 'none is configured' : `choose one of: ${configured.join('; ')}`
  throw new AppError('invalid_request', `There is no organization “${unknown}” here: ${choices}.`)
}

async function recordChange(
  tx: Tx,
  { superAdminUserId: actorUserId, userId: subjectUserId, now, ipAddress, reason }: OrgAdminAction,
  changed: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  await recordAudit(tx, {
    ...{ action: 'org_admin.changed', now, actorUserId, subjectUserId, ipAddress },
    details: { ...changed, ...(reason !== undefined && { reason }) },
  })
}
