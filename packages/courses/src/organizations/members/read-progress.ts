import { users } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import type { OrgAccess } from '../require-org-access.ts'
import { idsOf, isConfirmed, isSeen } from './member-condition.ts'
import { share } from './member-order.ts'
import type { CountedCourse } from './read-course-lessons.ts'
import type { OrgProgress } from './schema.ts'

/** So many weeks are shown. */
const weeksShown = 26

type LessonRow = { lessonId: string; done: number; average: number | null }
type PeopleRow = { members: number; unconfirmed: number; started: number; finished: number }
type WeekRow = { week: string; lessons: number }

/** The progress of everybody the caller sees: in all, by lesson and by week. */
export async function readOrgProgress(
  tx: Tx,
  access: OrgAccess,
  counted: CountedCourse,
  now: Date,
): Promise<OrgProgress> {
  const ids = idsOf(counted.lessons.map(({ _docId }) => _docId))
  const people = sql`SELECT ${users.id} AS id, ${isConfirmed} AS confirmed FROM ${users} WHERE ${isSeen(access)}`
  const graded = sql`SELECT a.id, a.user_id, a.lesson_id, a.graded_at, a.score, a.question_count
    FROM ${quizAttempts} a JOIN (${people}) p ON p.id = a.user_id
    WHERE a.graded_at IS NOT NULL AND a.lesson_id = ANY(${ids})`
  const [byLesson, inAll, byWeek] = await Promise.all([
    tx.execute<LessonRow>(sql`
      SELECT last.lesson_id AS "lessonId", count(*)::int AS done, avg(last.share) AS average
      FROM (SELECT DISTINCT ON (a.user_id, a.lesson_id) a.lesson_id, ${share} AS share FROM (${graded}) a
        ORDER BY a.user_id, a.lesson_id, a.graded_at DESC, a.id DESC) last
      GROUP BY last.lesson_id`),
    tx.execute<PeopleRow>(sql`
      SELECT count(*)::int AS members, count(*) FILTER (WHERE NOT p.confirmed)::int AS unconfirmed,
        count(*) FILTER (WHERE d.done > 0)::int AS started,
        count(*) FILTER (WHERE d.done = ${counted.lessons.length})::int AS finished
      FROM (${people}) p
      LEFT JOIN (SELECT g.user_id, count(DISTINCT g.lesson_id) AS done FROM (${graded}) g GROUP BY 1) d ON d.user_id = p.id`),
    tx.execute<WeekRow>(sql`
      SELECT to_char(date_trunc('week', f.at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS week, count(*)::int AS lessons
      FROM (SELECT min(g.graded_at) AS at FROM (${graded}) g GROUP BY g.user_id, g.lesson_id) f
      GROUP BY 1 ORDER BY 1`),
  ])
  const lessonRows = new Map(byLesson.rows.map((row) => [row.lessonId, row]))
  return {
    course: counted.course,
    organizations: [...access.organizations],
    ...(inAll.rows[0] ?? { members: 0, unconfirmed: 0, started: 0, finished: 0 }),
    byLesson: counted.lessons.map(({ _docId, title, order }) => {
      const row = lessonRows.get(_docId)
      const average = row?.average ?? null
      return {
        ...{ _docId, title, order },
        done: row?.done ?? 0,
        averageScore: average === null ? null : Math.round(100 * average),
      }
    }),
    byWeek: everyWeek(byWeek.rows, now),
  }
}

const weekMs = 7 * 86_400_000

/** The weeks up to this one, those without anything too. */
export function everyWeek(rows: readonly WeekRow[], now: Date): WeekRow[] {
  const midnight = new Date(now.toISOString().slice(0, 10))
  const monday = midnight.getTime() - ((midnight.getUTCDay() + 6) % 7) * 86_400_000
  const of = new Map(rows.map(({ week, lessons }) => [week, lessons]))
  return Array.from({ length: weeksShown }, (_, at) => {
    const week = new Date(monday - (weeksShown - 1 - at) * weekMs).toISOString().slice(0, 10)
    return { week, lessons: of.get(week) ?? 0 }
  })
}
