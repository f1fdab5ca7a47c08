import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import type { DueMail } from './ports.ts'

/** A mail with what it is about; the same one is never sent twice. */
export type NewsMail = { readonly userId: string; readonly subject: string; readonly mail: DueMail }

const DAY_MS = 86_400_000
/** Older news is left out: a learner who chooses the mails today is not told of last year. */
const newsDays = 14
/** In one run; the next one goes on. */
const most = 500

const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Who may be written to: there, not banned, and their address is theirs. */
export const mayBeMailed = sql`(users.deleted_at IS NULL AND users.banned IS NOT TRUE AND users.email_verified)`

/** The lessons that count of the courses that are there, with their positions. */
const counted = sql`SELECT cl.course_id, cl.lesson_id, cl.slug, l.title, l.published_at,
    row_number() OVER (PARTITION BY cl.course_id ORDER BY cl.position COLLATE "C")::int AS position
  FROM course_lessons cl JOIN lessons l ON l.id = cl.lesson_id JOIN courses c ON c.id = cl.course_id
  WHERE l.published AND l.archived_at IS NULL AND c.archived_at IS NULL`

/** What each learner did, by lesson: when they opened it and when they did something of it last. */
const done = sql`SELECT p.user_id, p.lesson_id, p.opened_at AS began_at, p.updated_at AS seen_at FROM lesson_progress p
  UNION ALL SELECT a.user_id, a.lesson_id, a.created_at, a.updated_at FROM quiz_attempts a`

/**
 * Learners who chose to be reminded and have been quiet since `now` minus `reminderDays`, and were not reminded since
 * they learned last.
 */
export async function listQuietLearners(tx: Tx, now: Date, reminderDays: number): Promise<string[]> {
  const { rows } = await tx.execute<{ userId: string }>(sql`
    SELECT ch.user_id AS "userId" FROM learner_choices ch JOIN users ON users.id = ch.user_id
    CROSS JOIN LATERAL (SELECT max(d.seen_at) AS seen_at FROM (${done}) d WHERE d.user_id = ch.user_id) last
    WHERE ch.mails_reminder AND ${mayBeMailed} AND last.seen_at < ${before(now, reminderDays)}
      AND (ch.reminded_at IS NULL OR ch.reminded_at < last.seen_at)
    ORDER BY last.seen_at LIMIT ${most}`)
  return rows.map(({ userId }) => userId)
}

type NewLesson = {
  userId: string
  lessonId: string
  courseId: string
  courseName: string
  title: string
  slug: string
  position: number
}

/** Lessons published lately in courses that a learner had begun before, and that they have not opened. */
export async function listNewLessonMails(tx: Tx, now: Date): Promise<NewsMail[]> {
  const { rows } = await tx.execute<NewLesson>(sql`
    SELECT DISTINCT ON (ch.user_id, n.lesson_id) ch.user_id AS "userId", n.lesson_id AS "lessonId",
      n.course_id AS "courseId", c.name AS "courseName", n.title, n.slug, n.position
    FROM (${counted}) n JOIN courses c ON c.id = n.course_id
    CROSS JOIN learner_choices ch JOIN users ON users.id = ch.user_id
    WHERE n.published_at > ${before(now, newsDays)} AND n.published_at <= ${now}
      AND ch.mails_new_lesson AND ${mayBeMailed}
      AND EXISTS (SELECT 1 FROM (${done}) d JOIN course_lessons o ON o.lesson_id = d.lesson_id
        WHERE d.user_id = ch.user_id AND o.course_id = n.course_id AND d.began_at < n.published_at)
      AND NOT EXISTS (SELECT 1 FROM (${done}) d WHERE d.user_id = ch.user_id AND d.lesson_id = n.lesson_id)
      AND NOT EXISTS (SELECT 1 FROM learner_mails m
        WHERE m.user_id = ch.user_id AND m.kind = 'new_lesson' AND m.subject = n.lesson_id)
    ORDER BY ch.user_id, n.lesson_id, n.course_id LIMIT ${most}`)
  return rows.map(({ userId, lessonId, courseId, courseName, title, slug, position }) => ({
    ...{ userId, subject: lessonId },
    mail: { kind: 'new_lesson', courseId, courseName, lesson: { title, slug, order: position } },
  }))
}

type Ready = { userId: string; courseId: string; courseName: string; edition: number; serial: string | null }

/** Courses that a learner finished lately: every lesson that counts is graded, so a certificate is there to be had. */
export async function listReadyCertificates(tx: Tx, now: Date): Promise<NewsMail[]> {
  const { rows } = await tx.execute<Ready>(sql`
    SELECT ch.user_id AS "userId", c.id AS "courseId", c.name AS "courseName", c.edition,
      (SELECT i.serial FROM certificates i WHERE i.user_id = ch.user_id AND i.course_id = c.id
        AND i.edition = c.edition AND i.revoked_at IS NULL ORDER BY i.issued_at DESC LIMIT 1) AS serial
    FROM learner_choices ch JOIN users ON users.id = ch.user_id
    CROSS JOIN courses c
    CROSS JOIN LATERAL (
      SELECT count(*) AS lessons, count(g.first_at) AS graded, max(g.first_at) AS finished_at
      FROM (${counted}) n
      LEFT JOIN LATERAL (SELECT min(a.graded_at) AS first_at FROM quiz_attempts a
        WHERE a.user_id = ch.user_id AND a.lesson_id = n.lesson_id) g ON true
      WHERE n.course_id = c.id) state
    WHERE ch.mails_certificate AND ${mayBeMailed} AND c.archived_at IS NULL
      AND state.lessons > 0 AND state.graded = state.lessons AND state.finished_at > ${before(now, newsDays)}
      AND NOT EXISTS (SELECT 1 FROM learner_mails m
        WHERE m.user_id = ch.user_id AND m.kind = 'certificate' AND m.subject = c.id || ':' || c.edition)
    ORDER BY ch.user_id, c.id LIMIT ${most}`)
  return rows.map(({ userId, edition, ...ready }) => ({
    ...{ userId, subject: `${ready.courseId}:${edition}` },
    mail: { kind: 'certificate', ...ready },
  }))
}
