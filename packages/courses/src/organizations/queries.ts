import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { userOrganizationAnswer } from './schema.ts'
import { organizationAdmins } from './tables.ts'

const adminOfStatement = preparedOnce((tx) =>
  tx
    .select({ name: organizationAdmins.organization })
    .from(organizationAdmins)
    .where(eq(organizationAdmins.userId, sql.placeholder('userId')))
    .orderBy(asc(organizationAdmins.organization))
    .prepare('organizations_of_admin'),
)

/** The configured organizations the person is an admin of. One that is no longer configured does not count. */
export async function listOrgAdmin(tx: Tx, userId: string, configured: readonly string[]): Promise<string[]> {
  const rows = await adminOfStatement(tx).execute({ userId })
  return rows.map(({ name }) => name).filter((name) => configured.includes(name))
}

/** A person's organization and what they are an admin of. @throws AppError not_found */
export async function getUserOrganization(
  tx: Tx,
  userId: string,
  configured: readonly string[],
): Promise<z.output<typeof userOrganizationAnswer>> {
  const [user] = await tx
    .select({ org: users.org, orgIsTyped: users.orgIsTyped })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!user) throw new AppError('not_found', 'There is no such person')
  return {
    org: user.org ?? '',
    orgIsTyped: user.orgIsTyped,
    orgAdmin: await listOrgAdmin(tx, userId, configured),
    organizations: [...configured],
  }
}
