import type { CompanyRole, CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { listInvitations } from '../invitations/queries.ts'
import { invitations } from '../invitations/tables.ts'
import { companies, companyMembers, users } from '../tables.ts'
import type { CompanyUser } from './schema.ts'

/** Everybody in the company, the owner first and then in the order they joined; then invited people. */
export async function listCompanyUsers(tx: Tx, scope: CompanyScope, now: Date): Promise<CompanyUser[]> {
  const rows = await tx
    .select({ member: companyMembers, name: users.name, email: users.email, invited: invitations.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .leftJoin(
      invitations,
      and(
        eq(invitations.companyId, companyMembers.companyId),
        eq(invitations.userId, companyMembers.userId),
        eq(invitations.status, 'accepted'),
      ),
    )
    .where(eq(companyMembers.companyId, scope.companyId))
    .orderBy(sql`${companyMembers.role} <> 'owner'`, asc(companyMembers.createdAt), asc(companyMembers.id))
  const members = rows.map(({ member, name, email, invited }) => ({
    id: member.id,
    uid: member.userId,
    name,
    email,
    role: member.role,
    inviteStatus: invited === null ? null : ('accepted' as const),
    since: member.createdAt.toISOString(),
    expiresAt: null,
  }))
  const invited = await listInvitations(tx, scope, now)
  return [
    ...members,
    ...invited.map(({ id, email, role, inviteStatus, sentAt, expiresAt }) => ({
      id,
      uid: null,
      name: '',
      email,
      role,
      inviteStatus,
      since: sentAt,
      expiresAt,
    })),
  ]
}

export type MemberOfCompany = {
  readonly memberId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: CompanyRole
}

/** The members of a company, the owner first and then in the order they joined; without invited people. */
export async function listMembers(tx: Tx, companyId: string): Promise<MemberOfCompany[]> {
  return await tx
    .select({
      ...{ memberId: companyMembers.id, userId: users.id },
      ...{ name: users.name, email: users.email, role: companyMembers.role },
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(sql`${companyMembers.role} <> 'owner'`, asc(companyMembers.createdAt), asc(companyMembers.id))
}

/** The owner and the admins of a company, with their addresses. */
export async function listManagers(tx: Tx, companyId: string): Promise<{ email: string }[]> {
  return await tx
    .select({ email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), inArray(companyMembers.role, ['owner', 'admin'])))
    .orderBy(asc(users.email))
}

/** Every address of a company: its own, those of its people and of whom it has invited. */
export async function listCompanyAddresses(tx: Tx, companyId: string): Promise<string[]> {
  const own = await tx.select({ email: companies.email }).from(companies).where(eq(companies.id, companyId))
  const people = await tx
    .select({ email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
  const invited = await tx
    .select({ email: invitations.email })
    .from(invitations)
    .where(eq(invitations.companyId, companyId))
  return [...own, ...people, ...invited].flatMap(({ email }) => (email === null ? [] : [email]))
}
