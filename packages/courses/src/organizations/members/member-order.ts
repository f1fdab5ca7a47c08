import { users } from '@freeor/accounts/tables'
import { type SQL, sql } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import { certificates } from '../../certificates/tables.ts'
import { lessonProgress } from '../../progress/tables.ts'
import type { OrgAccess } from '../require-org-access.ts'
import { idsOf, isSeen } from './member-condition.ts'
import type { CountedCourse } from './read-course-lessons.ts'
import type { MemberFilter } from './schema.ts'

/** Of an attempt `a`: its score as a share of its questions. */
export const share = sql`(a.score::float / nullif(a.question_count, 0))`

/** Of `users`: the certificate of the course that is in force. */
export const certificateOf = (courseId: string, column: SQL): SQL => sql`(
  SELECT ${column} FROM ${certificates} c
  WHERE c.user_id = users.id AND c.course_id = ${courseId} AND c.revoked_at IS NULL
  ORDER BY c.issued_at DESC LIMIT 1)`

type Ordered = {
  readonly access: OrgAccess
  readonly lessonIds: readonly string[]
}

/**
 * A value for each user, `(user_id, value)`. All users are read together: a subquery for each of 5,000 of them takes
 * five times as long.
 */
const values: Readonly<Record<'percent' | 'score' | 'lastSeen', (ordered: Ordered) => SQL>> = {
  percent: ({
    access,
    lessonIds,
  }) => sql`SELECT a.user_id, count(DISTINCT a.lesson_id) AS value FROM ${quizAttempts} a
    WHERE a.graded_at IS NOT NULL AND a.lesson_id = ANY(${idsOf(lessonIds)}) AND ${isOf(access, sql`a.user_id`)}
    GROUP BY a.user_id`,
  // The mean of the last score of each lesson.
  score: ({ access, lessonIds }) => sql`SELECT last.user_id, avg(last.share) AS value FROM (
      SELECT DISTINCT ON (a.user_id, a.lesson_id) a.user_id, ${share} AS share FROM ${quizAttempts} a
      WHERE a.graded_at IS NOT NULL AND a.lesson_id = ANY(${idsOf(lessonIds)}) AND ${isOf(access, sql`a.user_id`)}
      ORDER BY a.user_id, a.lesson_id, a.graded_at DESC, a.id DESC) last
    GROUP BY last.user_id`,
  lastSeen: ({ access, lessonIds }) => sql`SELECT seen.user_id, max(seen.at) AS value FROM (
      SELECT p.user_id, p.updated_at AS at FROM ${lessonProgress} p WHERE p.lesson_id = ANY(${idsOf(lessonIds)})
      UNION ALL
      SELECT a.user_id, a.updated_at FROM ${quizAttempts} a WHERE a.lesson_id = ANY(${idsOf(lessonIds)})) seen
    WHERE ${isOf(access, sql`seen.user_id`)} GROUP BY seen.user_id`,
}

const isOf = (access: OrgAccess, userId: SQL): SQL =>
  sql`${userId} IN (SELECT users.id FROM ${users} WHERE ${isSeen(access)})`

const own: Readonly<Partial<Record<MemberFilter['sort'], SQL>>> = {
  name: sql`lower(users.name)`,
  email: sql`users.email`,
  organization: sql`lower(users.org)`,
}

/** What is joined to `users` as `ordering`, and what the rows are ordered by. */
export function orderOf(
  { sort, direction }: MemberFilter,
  { access, counted }: { readonly access: OrgAccess; readonly counted: CountedCourse },
): { readonly ordering: SQL; readonly by: SQL } {
  const ordered = { access, lessonIds: counted.lessons.map(({ _docId }) => _docId) }
  const isRead = sort === 'percent' || sort === 'score' || sort === 'lastSeen'
  const nothing = sql`SELECT NULL::text AS user_id, NULL::text AS value WHERE false`
  const key =
    own[sort] ??
    {
      percent: sql`coalesce(ordering.value, 0)`,
      certificate: certificateOf(counted.course._docId, sql`c.issued_at`),
    }[sort as string] ??
    sql`ordering.value`
  return {
    ordering: sql`(${isRead ? values[sort](ordered) : nothing}) AS ordering`,
    // Who has no value comes last in both directions.
    by: direction === 'asc' ? sql`${key} ASC NULLS LAST` : sql`${key} DESC NULLS LAST`,
  }
}
