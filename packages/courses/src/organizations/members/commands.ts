import { recordAudit } from '@freeor/accounts/commands'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { OrgAccess } from '../require-org-access.ts'
import { confirmedMembers, organizationDueDates } from '../tables.ts'
import { isSeen } from './member-condition.ts'

/** What an admin of an organization does, and when. */
export type OrgAction = {
  readonly access: OrgAccess
  readonly now: Date
  readonly ipAddress: string
}

/** Locked, so that the profile cannot name another organization meanwhile. @throws AppError not_found */
async function lockMember(tx: Tx, { access }: OrgAction, userId: string): Promise<string> {
  const [member] = await tx
    .select({ org: users.org, orgIsTyped: users.orgIsTyped })
    .from(users)
    .where(and(eq(users.id, userId), isSeen(access)))
    .for('no key update')
  const isOurs = member?.org && !member.orgIsTyped && access.organizations.includes(member.org)
  if (!isOurs) throw new AppError('not_found', 'There is no such member.')
  return member.org ?? ''
}

/**
 * Says that a member belongs to the organization that their profile names, or takes it back. It counts while the
 * profile names that organization.
 * @throws AppError not_found, also for somebody of another organization
 */
export async function confirmMember(
  db: Database,
  action: OrgAction,
  { userId, isConfirmed }: { readonly userId: string; readonly isConfirmed: boolean },
): Promise<void> {
  const { access, now, ipAddress } = action
  await db.transaction(async (tx) => {
    const organization = await lockMember(tx, action, userId)
    const changed = isConfirmed
      ? await keepConfirmed(tx, { userId, organization, confirmedBy: access.userId, now })
      : await tx
          .delete(confirmedMembers)
          .where(and(eq(confirmedMembers.userId, userId), eq(confirmedMembers.organization, organization)))
    if (changed.rowCount === 0) return
    await recordAudit(tx, {
      action: isConfirmed ? 'org_member.confirmed' : 'org_member.unconfirmed',
      ...{ now, ipAddress, actorUserId: access.userId, subjectUserId: userId },
      details: { organization },
    })
  })
}

type Confirmed = {
  readonly userId: string
  readonly organization: string
  readonly confirmedBy: string | null
  readonly now: Date
}

/** Marks a member as confirmed, once. */
export const keepConfirmed = (tx: Tx, { now, ...member }: Confirmed) =>
  tx
    .insert(confirmedMembers)
    .values({ ...member, confirmedAt: now })
    .onConflictDoNothing()

/**
 * Sets until when the members of an organization are to have finished a course; null for no date.
 * @throws AppError not_found for an organization that is not theirs
 */
export async function setDueDate(
  db: Database,
  { access, now, ipAddress }: OrgAction,
  due: { readonly organization: string; readonly courseId: string; readonly dueOn: string | null },
): Promise<void> {
  const { organization, courseId, dueOn } = due
  if (!access.organizations.includes(organization)) throw new AppError('not_found', 'There is nothing here.')
  await db.transaction(async (tx) => {
    const isIt = and(
      eq(organizationDueDates.organization, organization),
      eq(organizationDueDates.courseId, courseId),
    )
    if (dueOn === null) await tx.delete(organizationDueDates).where(isIt)
    else {
      const row = { dueOn, setBy: access.userId, updatedAt: now }
      await tx
        .insert(organizationDueDates)
        .values({ organization, courseId, ...row })
        .onConflictDoUpdate({
          target: [organizationDueDates.organization, organizationDueDates.courseId],
          set: row,
        })
    }
    const details = { organization, courseId, dueOn }
    await recordAudit(tx, { action: 'org_due_date.set', now, ipAddress, actorUserId: access.userId, details })
  })
}
