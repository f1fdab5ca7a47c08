import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, count, eq, gt, ne, sql } from 'drizzle-orm'
import { invitations } from '../invitations/tables.ts'
import type { Auth } from '../ports.ts'
import { companies, companyMembers, users } from '../tables.ts'
import type { CompanyAnswer, Seats } from './schema.ts'

/** How many people are in a company besides its owner. */
export async function countPeople(tx: Tx, companyId: string): Promise<{ taken: number }> {
  const [taken] = await tx
    .select({ people: count() })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), ne(companyMembers.role, 'owner')))
  return { taken: taken?.people ?? 0 }
}

/** What the plan allows and how much of it is used. The owner takes no seat, and neither does an expired invitation. */
export async function readSeats(auth: Auth, tx: Tx, companyId: string): Promise<Seats> {
  const { taken } = await countPeople(tx, companyId)
  const [offered] = await tx
    .select({ people: count() })
    .from(invitations)
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.status, 'pending'),
        gt(invitations.expiresAt, auth.clock.now()),
      ),
    )
  const allowed = await auth.seatsOf(tx, companyId)
  return { allowed, taken, offered: offered?.people ?? 0 }
}

const profileStatement = preparedOnce((tx) =>
  tx
    .select({ name: companies.name, email: companies.email, ownerEmail: users.email })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(companies.id, sql.placeholder('companyId')))
    .prepare('company_profile'),
)

/** The specification's `companyProfile` of the company a person works in. */
export async function getCompanyProfile(
  tx: Tx,
  { companyId }: { readonly companyId: string },
): Promise<CompanyAnswer['companyProfile']> {
  const [found] = await profileStatement(tx).execute({ companyId })
  if (!found) throw new AppError('not_found', 'There is no such company')
  return { name: found.name, email: found.email ?? found.ownerEmail }
}

/** The company a person works in, under the specification's names. */
export async function getCompany(auth: Auth, tx: Tx, scope: CompanyScope): Promise<CompanyAnswer> {
  const [found] = await tx
    .select({ company: companies, owner: { uid: users.id, name: users.name, email: users.email } })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(companies.id, scope.companyId))
  if (!found) throw new AppError('not_found', 'There is no such company')
  const { company, owner } = found
  return {
    companyId: company.id,
    id: owner.uid,
    companyProfile: { name: company.name, email: company.email ?? owner.email },
    owner,
    role: scope.role,
    seats: await readSeats(auth, tx, company.id),
  }
}

/** The companies a person is in, in the order they joined. */
export async function listMemberships(tx: Tx, userId: string) {
  return await tx
    .select({
      id: companies.id,
      name: companies.name,
      role: companyMembers.role,
      since: companyMembers.createdAt,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(asc(companyMembers.createdAt))
}
