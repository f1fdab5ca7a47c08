import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrgAccess } from '../require-org-access.ts'
import { organizationDueDates } from '../tables.ts'

/** Until when the members of the caller's organizations are to have finished a course. */
export async function listDueDates(
  tx: Tx,
  { organizations }: OrgAccess,
  courseId: string,
): Promise<{ organization: string; dueOn: string }[]> {
  return await tx
    .select({ organization: organizationDueDates.organization, dueOn: organizationDueDates.dueOn })
    .from(organizationDueDates)
    .where(
      and(
        eq(organizationDueDates.courseId, courseId),
        inArray(organizationDueDates.organization, [...organizations]),
      ),
    )
    .orderBy(asc(organizationDueDates.organization))
}
