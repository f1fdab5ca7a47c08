import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { attemptAnswers, quizAttempts } from '../../attempts/tables.ts'
import { lessonProgress } from '../../progress/tables.ts'
import type { OrgAccess } from '../require-org-access.ts'
import { fits, idsOf, isConfirmed, isSeen } from './member-condition.ts'
import { certificateOf, orderOf, share } from './member-order.ts'
import type { CountedCourse } from './read-course-lessons.ts'
import type { MemberFilter, MemberRow } from './schema.ts'

export type MemberPage = MemberFilter & { readonly offset: number; readonly limit: number }

const idsOfLessons = ({ lessons }: CountedCourse) => lessons.map(({ _docId }) => _docId)

/** Of `users`: when they last watched or answered one of these lessons. */
const lastSeen = (lessonIds: readonly string[]): SQL<Date | null> => sql<Date | null>`greatest(
  (SELECT max(p.updated_at) FROM ${lessonProgress} p
    WHERE p.user_id = users.id AND p.lesson_id = ANY(${idsOf(lessonIds)})),
  (SELECT max(a.updated_at) FROM ${quizAttempts} a
    WHERE a.user_id = users.id AND a.lesson_id = ANY(${idsOf(lessonIds)})))`

/** How many members fit the filter. */
export async function countMembers(
  tx: Tx,
  access: OrgAccess,
  filter: MemberFilter,
  counted: CountedCourse,
): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(users)
    .where(fits(access, filter, idsOfLessons(counted)))
  return row?.total ?? 0
}

/**
 * A page of the table. Who is on it is decided first, so that a page sorted by a user's own column reads the attempts
 * of its rows alone.
 */
export async function listMembers(
  tx: Tx,
  access: OrgAccess,
  page: MemberPage,
  counted: CountedCourse,
): Promise<MemberRow[]> {
  const { ordering, by } = orderOf(page, { access, counted })
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .leftJoin(ordering, sql`ordering.user_id = users.id`)
    .where(fits(access, page, idsOfLessons(counted)))
    .orderBy(by, asc(users.id))
    .limit(page.limit)
    .offset(page.offset)
  const ids = rows.map(({ id }) => id)
  const members = await readMembers(tx, ids, counted)
  return ids.flatMap((id) => members.get(id) ?? [])
}

/** A member whom the caller sees. @throws AppError not_found, also for somebody of another organization */
export async function getMember(
  tx: Tx,
  access: OrgAccess,
  userId: string,
  counted: CountedCourse,
): Promise<MemberRow> {
  const [seen] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isSeen(access)))
  const member = seen && (await readMembers(tx, [seen.id], counted)).get(seen.id)
  if (!member) throw new AppError('not_found', 'There is no such member.')
  return member
}

type Scored = { userId: string; lessonId: string; last: number; best: number }

/** The last and the best score of each of these users and lessons, as shares. */
async function readScores(tx: Tx, ids: readonly string[], lessonIds: readonly string[]): Promise<Scored[]> {
  const { rows } = await tx.execute<Scored>(sql`
    SELECT s.user_id AS "userId", s.lesson_id AS "lessonId",
      (array_agg(s.share ORDER BY s.graded_at DESC, s.id DESC))[1] AS last, max(s.share) AS best
    FROM (SELECT a.user_id, a.lesson_id, a.graded_at, a.id, coalesce(${share}, 0) AS share FROM ${quizAttempts} a
      WHERE a.user_id = ANY(${idsOf(ids)}) AND a.lesson_id = ANY(${idsOf(lessonIds)}) AND a.graded_at IS NOT NULL) s
    GROUP BY s.user_id, s.lesson_id`)
  return rows
}

type Open = { userId: string; lessonId: string; answered: number; questions: number }

/** Of each of these users, the open attempt that changed last. */
async function readOpen(tx: Tx, ids: readonly string[], lessonIds: readonly string[]): Promise<Open[]> {
  const { rows } = await tx.execute<Open>(sql`
    SELECT DISTINCT ON (a.user_id) a.user_id AS "userId", a.lesson_id AS "lessonId",
      (SELECT count(*)::int FROM ${attemptAnswers} WHERE ${attemptAnswers.attemptId} = a.id) AS answered,
      a.question_count AS questions
    FROM ${quizAttempts} a
    WHERE a.user_id = ANY(${idsOf(ids)}) AND a.lesson_id = ANY(${idsOf(lessonIds)}) AND a.graded_at IS NULL
    ORDER BY a.user_id, a.updated_at DESC, a.id DESC`)
  return rows
}

const percentOf = (share: number) => Math.round(100 * share)

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : percentOf(values.reduce((sum, value) => sum + value, 0) / values.length)

const openIn = (run: Open | undefined, lessonIds: readonly string[]): MemberRow['open'] =>
  run
    ? { order: lessonIds.indexOf(run.lessonId) + 1, answered: run.answered, questions: run.questions }
    : null

async function readMembers(
  tx: Tx,
  ids: readonly string[],
  counted: CountedCourse,
): Promise<ReadonlyMap<string, MemberRow>> {
  if (ids.length === 0) return new Map()
  const lessonIds = idsOfLessons(counted)
  const courseId = counted.course._docId
  const [rows, scores, openRuns] = await Promise.all([
    tx
      .select({
        uid: users.id,
        name: users.name,
        email: users.email,
        org: sql<string>`coalesce(${users.org}, '')`,
        confirmed: isConfirmed,
        lastSeen: lastSeen(lessonIds),
        serial: sql<string | null>`${certificateOf(courseId, sql`c.serial`)}`,
        issuedAt: sql<Date | null>`${certificateOf(courseId, sql`c.issued_at`)}`,
      })
      .from(users)
      .where(inArray(users.id, [...ids])),
    readScores(tx, ids, lessonIds),
    readOpen(tx, ids, lessonIds),
  ])
  const openOf = new Map(openRuns.map((run) => [run.userId, run]))
  const byMember = Map.groupBy(scores, ({ userId }) => userId)
  return new Map(
    rows.map(({ serial, issuedAt, lastSeen: seen, ...row }) => {
      const own = byMember.get(row.uid) ?? []
      const lastOf = new Map(own.map(({ lessonId, last }) => [lessonId, percentOf(last)]))
      const member: MemberRow = {
        ...row,
        lessonsDone: own.length,
        percent: lessonIds.length === 0 ? 0 : Math.floor((100 * own.length) / lessonIds.length),
        score: mean(own.map(({ last }) => last)),
        best: mean(own.map(({ best }) => best)),
        lastSeen: seen === null ? null : new Date(seen).toISOString(),
        certificate:
          serial === null || issuedAt === null
            ? null
            : { serial, issuedAt: new Date(issuedAt).toISOString() },
        open: openIn(openOf.get(row.uid), lessonIds),
        scores: lessonIds.map((id) => lastOf.get(id) ?? null),
      }
      return [row.uid, member]
    }),
  )
}
