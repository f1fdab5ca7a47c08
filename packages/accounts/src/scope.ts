import type { Actor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from './ports.ts'
import { findCompanyOf } from './queries.ts'
import { companyMembers, users } from './tables.ts'

/**
 * Proves that the actor may act inside the company they work in, with their role there.
 * @throws AppError unauthenticated without a session; forbidden (`lostAccess`) when they belong to no company any more.
 */
export async function proveCompanyScope(tx: Tx, actor: Actor): Promise<CompanyScope> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Please log in')
  return proveCallerScope({ actor, membership: await findCompanyOf(tx, actor.userId) })
}

/** As `proveCompanyScope`, for a caller whose company was read with their session. @throws AppError forbidden */
export function proveCallerScope({ actor, membership }: Caller): CompanyScope {
  if (!membership) throw lostAccess()
  const { companyId, role } = membership
  return { companyId, userId: actor.userId, role } as CompanyScope
}

/**
 * The scope of a member who is not signed in now: for what goes on in their name, such as a link they gave away or a
 * mail they ordered.
 * @returns undefined once they are no member of the company any more, and while their account is closed
 */
export async function findMemberScope(
  tx: Tx,
  { userId, companyId }: { readonly userId: string; readonly companyId: string },
): Promise<CompanyScope | undefined> {
  const [member] = await tx
    .select({ role: companyMembers.role })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(companyMembers.userId, userId),
        eq(companyMembers.companyId, companyId),
        sql`${users.banned} IS NOT TRUE`,
      ),
    )
  return member && ({ companyId, userId, role: member.role } as CompanyScope)
}

/** The error for a user who belongs to no company any more: the page shows the lost-access screen. */
export function lostAccess(): AppError {
  return new AppError('forbidden', 'Uh oh, you no longer have access to this account.', {
    details: { lostAccess: true },
  })
}

/**
 * Proves that the actor is a super admin acting as themselves.
 * @throws AppError unauthenticated without a session; forbidden for everyone else, also under impersonation.
 */
export function proveSuperAdminScope(actor: Actor): SuperAdminScope {
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Please log in')
  if (!actor.superAdmin || actor.impersonatedBy)
    throw new AppError('forbidden', 'Only a super admin may do this')
  return { userId: actor.userId } as SuperAdminScope
}

/**
 * The scope of the operator who runs a command of `freeor` on the machine that holds the data: for
 * `apps/server/src/cli` only.
 */
export function consoleScope(): SuperAdminScope {
  return { userId: 'console' } as SuperAdminScope
}
