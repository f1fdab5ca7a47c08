import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { listCourses } from '../../catalog/queries.ts'
import { courses } from '../../catalog/tables.ts'
import type { Positioned } from '../order/place-after.ts'
import { countCourses, findAuthorPlan } from '../plan-limits/queries.ts'
import { findCourseRole, mayAuthor } from '../require-editor.ts'
import type { CourseAbilities, CourseListAnswer, ListCoursesQuery } from './schema.ts'

/** The order of an account's cards: keys compare byte by byte, and of equal ones the newest comes first. */
const inOrder: readonly SQL[] = [
  sql`${courses.position} COLLATE "C"`,
  desc(courses.createdAt),
  asc(courses.id),
]

/** All courses of an account in their order, archived ones too. */
export async function listPositions(tx: Tx, companyId: string): Promise<Positioned[]> {
  return await tx
    .select({ id: courses.id, position: courses.position })
    .from(courses)
    .where(eq(courses.companyId, companyId))
    .orderBy(...inOrder)
}

const nothingHere = () => new AppError('not_found', 'There is nothing here.')

const abilitiesOf = (role: Awaited<ReturnType<typeof findCourseRole>>): CourseAbilities => ({
  edit: mayAuthor(role, 'lessons.edit'),
  manage: mayAuthor(role, 'courses.manage'),
})

/**
 * The courses of the account the user works in, for its authors; a super admin may ask for those of all.
 * @throws AppError not_found for an account without a course plan
 */
export async function listAuthorsCourses(
  tx: Tx,
  { actor, companyId }: { readonly actor: UserActor; readonly companyId: string },
  query: ListCoursesQuery,
): Promise<CourseListAnswer> {
  const role = await findCourseRole(tx, actor, companyId)
  const plan = await findAuthorPlan(tx, companyId)
  if (!mayAuthor(role, 'drafts.see') || (plan === null && role !== 'superAdmin')) throw nothingHere()
  const { all, archived, sort, descending, aid, uid } = query
  if (all && role !== 'superAdmin') throw nothingHere()
  const owners = [aid, uid].filter((id) => id !== undefined)
  return {
    courses: await listCourses(tx, {
      ...(all ? {} : { companyId }),
      ...(archived === 'any' ? {} : { archived: archived === 'true' }),
      ...{ owners, sort, descending },
    }),
    abilities: abilitiesOf(role),
    plan,
    used: await countCourses(tx, companyId),
  }
}
