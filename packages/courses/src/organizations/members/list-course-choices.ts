import { users } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import { courseLessons, courses, lessons } from '../../catalog/tables.ts'
import { lessonProgress } from '../../progress/tables.ts'
import type { OrgAccess } from '../require-org-access.ts'
import { isSeen } from './member-condition.ts'
import type { CourseChoice } from './schema.ts'

/** More than anybody chooses from; the default course is always among them. */
const mostChoices = 100

/**
 * The courses whose progress can be looked at: those with a published lesson that one of these users has begun, and the
 * default one, which comes first. An archived course and one that does not exist are not among them.
 */
async function listChoices(
  tx: Tx,
  isTheirs: SQL | undefined,
  defaultCourse: string,
): Promise<CourseChoice[]> {
  const ofCourse = (...more: (SQL | undefined)[]) => and(eq(courseLessons.courseId, courses.id), ...more)
  const isOpen = exists(
    tx
      .select({ one: sql`1` })
      .from(courseLessons)
      .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
      .where(ofCourse(eq(lessons.published, true), isNull(lessons.archivedAt))),
  )
  const begunIn = (table: typeof quizAttempts | typeof lessonProgress) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(courseLessons)
        .innerJoin(table, eq(table.lessonId, courseLessons.lessonId))
        .innerJoin(users, eq(users.id, table.userId))
        .where(ofCourse(isTheirs)),
    )
  const isDefault = eq(courses.id, defaultCourse)
  return await tx
    .select({ _docId: courses.id, name: courses.name })
    .from(courses)
    .where(
      and(isNull(courses.archivedAt), isOpen, or(isDefault, begunIn(quizAttempts), begunIn(lessonProgress))),
    )
    .orderBy(desc(isDefault), asc(sql`lower(${courses.name})`), asc(courses.id))
    .limit(mostChoices)
}

/** Those that a learner began. */
export const listOwnCourses = async (tx: Tx, userId: string, defaultCourse: string) =>
  await listChoices(tx, eq(users.id, userId), defaultCourse)

/** Those that somebody began whose progress the caller sees. */
export const listOrgCourses = async (tx: Tx, access: OrgAccess, defaultCourse: string) =>
  await listChoices(tx, isSeen(access), defaultCourse)
