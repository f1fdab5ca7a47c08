import type { UserActor } from '@freeor/kernel/actor'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import { requireCourseOwner } from '../authoring/require-editor.ts'
import { noCourse } from '../catalog/missing.ts'
import { courses } from '../catalog/tables.ts'
import { mayBeMailed } from '../progress/mails/queries.ts'
import { messagesInDay } from './limits.ts'
import type { CourseMessage, CourseMessages } from './schema.ts'
import { courseMessages } from './tables.ts'

const DAY_MS = 86_400_000

/** Who may be written to and did not end these mails. */
export const wantsMessages = sql`(${mayBeMailed} AND NOT EXISTS (SELECT 1 FROM learner_choices ch
  WHERE ch.user_id = users.id AND NOT ch.mails_message))`

/** The learners of a course who are written to: whoever opened a lesson of it or began its quiz. */
export const learnersOf = (courseId: string): SQL => sql`SELECT users.id FROM users
  WHERE ${wantsMessages} AND users.id IN (
    SELECT p.user_id FROM lesson_progress p JOIN course_lessons cl ON cl.lesson_id = p.lesson_id
      WHERE cl.course_id = ${courseId}
    UNION SELECT a.user_id FROM quiz_attempts a JOIN course_lessons cl ON cl.lesson_id = a.lesson_id
      WHERE cl.course_id = ${courseId})`

/** How many learners a message would reach now. */
export async function countLearners(tx: Tx, courseId: string): Promise<number> {
  const { rows } = await tx.execute<{ all: number }>(
    sql`SELECT count(*)::int AS all FROM (${learnersOf(courseId)}) learners`,
  )
  return rows[0]?.all ?? 0
}

/** Messages that were sent within a day before now. */
export async function countMessagesToday(tx: Tx, courseId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const [row] = await tx
    .select({ all: count() })
    .from(courseMessages)
    .where(and(eq(courseMessages.courseId, courseId), gt(courseMessages.createdAt, since)))
  return row?.all ?? 0
}

/** The name of a course that the actor manages. @throws AppError not_found; forbidden for members and viewers */
export async function getManagedCourse(
  tx: Tx,
  { actor, courseId }: { readonly actor: UserActor; readonly courseId: string },
): Promise<{ readonly name: string }> {
  await requireCourseOwner(tx, actor, courseId)
  const [course] = await tx.select({ name: courses.name }).from(courses).where(eq(courses.id, courseId))
  if (!course) throw noCourse()
  return course
}

/** The messages of a course and how far each is. @throws AppError not_found; forbidden for members and viewers */
export async function listMessages(
  tx: Tx,
  asked: { readonly actor: UserActor; readonly courseId: string },
  now: Date,
): Promise<CourseMessages> {
  await getManagedCourse(tx, asked)
  const { courseId } = asked
  const { rows } = await tx.execute<Row>(sql`
    SELECT m.id, m.subject, m.text, m.created_at AS sent, u.name AS by, count(r.user_id)::int AS learners,
      count(*) FILTER (WHERE r.user_id IS NOT NULL AND (r.done_at IS NULL
        OR o.state NOT IN ('sent', 'failed')))::int AS waiting,
      count(*) FILTER (WHERE o.state = 'sent')::int AS delivered,
      count(*) FILTER (WHERE o.state = 'failed')::int AS failed,
      count(*) FILTER (WHERE r.done_at IS NOT NULL AND r.mail_id IS NULL)::int AS "passedOver"
    FROM course_messages m LEFT JOIN users u ON u.id = m.user_id
    LEFT JOIN course_message_recipients r ON r.message_id = m.id
    LEFT JOIN mail_outbox o ON o.id = r.mail_id
    WHERE m.course_id = ${courseId} GROUP BY m.id, u.name ORDER BY m.created_at DESC, m.id LIMIT 50`)
  const used = await countMessagesToday(tx, courseId, now)
  return {
    learners: await countLearners(tx, courseId),
    left: Math.max(0, messagesInDay - used),
    messages: rows.map(({ sent, ...row }) => ({ ...row, sent: new Date(sent).toISOString() })),
  }
}

type Row = Omit<CourseMessage, 'sent'> & { readonly sent: Date | string }
