import { users } from '@freeor/accounts/tables'
import { containing } from '@freeor/postgres/containing'
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import type { OrgAccess } from '../require-org-access.ts'
import { confirmedMembers } from '../tables.ts'
import type { MemberFilter } from './schema.ts'

// In a selection from one table Drizzle writes columns without their table: inside a subquery another column of the
// same name would be meant. So what refers to the outer row is written out as `users.…` here.

/** Of `users`: those whose progress the caller sees. A typed name belongs to no organization. */
export function isSeen({ seesAll, organizations }: OrgAccess): SQL | undefined {
  const isThere = isNull(users.deletedAt)
  if (seesAll) return isThere
  return and(isThere, inArray(users.org, [...organizations]), eq(users.orgIsTyped, false))
}

/** Of `users`: an admin of the organization that the profile names now has confirmed them. */
export const isConfirmed: SQL<boolean> = sql<boolean>`(NOT users.org_is_typed AND EXISTS (
  SELECT 1 FROM ${confirmedMembers}
  WHERE ${confirmedMembers.userId} = users.id AND ${confirmedMembers.organization} = users.org))`

/** Of `users`: every one of these lessons has a graded quiz. All users are read together, as most of them are asked. */
const isFinished = (lessonIds: readonly string[]): SQL => sql`users.id IN (
  SELECT a.user_id FROM ${quizAttempts} a WHERE a.graded_at IS NOT NULL AND a.lesson_id = ANY(${idsOf(lessonIds)})
  GROUP BY a.user_id HAVING count(DISTINCT a.lesson_id) = ${lessonIds.length})`

/** As one value: an array of any length is one parameter. */
export const idsOf = (ids: readonly string[]): SQL => sql`${sql.param(ids)}::text[]`

const hasBegun = (lessonIds: readonly string[]): SQL => sql`(
  EXISTS (SELECT 1 FROM ${quizAttempts} WHERE ${quizAttempts.userId} = users.id
    AND ${quizAttempts.lessonId} = ANY(${idsOf(lessonIds)}))
  OR EXISTS (SELECT 1 FROM lesson_progress p WHERE p.user_id = users.id
    AND p.lesson_id = ANY(${idsOf(lessonIds)})))`

function isIn(state: MemberFilter['state'], lessonIds: readonly string[]): SQL | undefined {
  if (state === 'finished') return isFinished(lessonIds)
  if (state === 'not_started') return sql`NOT ${hasBegun(lessonIds)}`
  return state === 'in_progress' ? sql`${hasBegun(lessonIds)} AND NOT ${isFinished(lessonIds)}` : undefined
}

/** Of `users`: those that fit the filter. */
export function fits(
  access: OrgAccess,
  { q, state, confirmed }: Pick<MemberFilter, 'q' | 'state' | 'confirmed'>,
  lessonIds: readonly string[],
): SQL | undefined {
  return and(
    isSeen(access),
    q ? or(ilike(users.name, containing(q)), ilike(users.email, containing(q))) : undefined,
    confirmed === undefined ? undefined : confirmed ? isConfirmed : sql`NOT ${isConfirmed}`,
    isIn(state, lessonIds),
  )
}
