import type { Tx } from '@freeor/postgres/database'
import { desc, eq } from 'drizzle-orm'
import type { Membership } from './ports.ts'
import { companies, companyMembers, users } from './tables.ts'

export const membershipColumns = {
  companyId: companyMembers.companyId,
  companyName: companies.name,
  ownerUserId: companies.ownerUserId,
  role: companyMembers.role,
}
export const lastJoined = [desc(companyMembers.createdAt), desc(companyMembers.id)]

/**
 * The company a person works in: the one they joined last, so an accepted invitation leads to the new company and the
 * loss of it leads back to their own. Undefined when they lost access and have none of their own.
 */
export async function findCompanyOf(tx: Tx, userId: string): Promise<Membership | undefined> {
  const [row] = await tx
    .select(membershipColumns)
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(...lastJoined)
    .limit(1)
  return row
}

/** When the person's account was created; undefined for nobody. */
export async function findCreated(tx: Tx, userId: string): Promise<Date | undefined> {
  const [row] = await tx.select({ at: users.createdAt }).from(users).where(eq(users.id, userId))
  return row?.at
}
