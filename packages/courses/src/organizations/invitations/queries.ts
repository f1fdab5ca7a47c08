import { hashLinkToken } from '@freeor/accounts/signed-values'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { OrgAccess } from '../require-org-access.ts'
import { organizationInvitations } from '../tables.ts'
import type { OrgInvitation } from './schema.ts'

const shown = 200

/** The invitations of the caller's organizations that are not revoked, the newest first. */
export async function listOrgInvitations(
  tx: Tx,
  { organizations }: OrgAccess,
  now: Date,
): Promise<OrgInvitation[]> {
  const rows = await tx
    .select()
    .from(organizationInvitations)
    .where(
      and(
        inArray(organizationInvitations.organization, [...organizations]),
        isNull(organizationInvitations.revokedAt),
      ),
    )
    .orderBy(desc(organizationInvitations.createdAt), desc(organizationInvitations.id))
    .limit(shown)
  return rows.map(({ id, organization, email, createdAt, expiresAt, acceptedAt }) => ({
    ...{ id, organization, email },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    expired: expiresAt <= now,
  }))
}

/** The same error for a link that is unknown, used, revoked or too old. */
const isOver = () => new AppError('gone', 'That invitation is no longer valid. Please ask for a new one.')

/** The invitation that a token opens; a link that anyone may use is never used up. @throws AppError gone */
export async function getLiveOrgInvitation(tx: Tx, token: string, now: Date) {
  const [found] = await tx
    .select()
    .from(organizationInvitations)
    .where(
      and(
        eq(organizationInvitations.tokenHash, hashLinkToken(token)),
        isNull(organizationInvitations.revokedAt),
        isNull(organizationInvitations.acceptedAt),
        gt(organizationInvitations.expiresAt, now),
      ),
    )
  if (!found) throw isOver()
  return found
}
