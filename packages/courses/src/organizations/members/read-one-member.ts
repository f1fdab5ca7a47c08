import { users } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import { listLessonStates } from '../../progress/list-lesson-states.ts'
import { lessonProgress } from '../../progress/tables.ts'
import type { OrgAccess } from '../require-org-access.ts'
import { organizationDueDates } from '../tables.ts'
import { getMember } from './queries.ts'
import type { CountedCourse } from './read-course-lessons.ts'
import type { OneMember } from './schema.ts'

/** A learner's graded runs of these lessons, the last first: scores and dates, never what was chosen. */
async function listRuns(tx: Tx, userId: string, lessonIds: readonly string[]) {
  const rows = await tx
    .select({
      lessonId: quizAttempts.lessonId,
      score: quizAttempts.score,
      gradedAt: quizAttempts.gradedAt,
      questions: quizAttempts.questionCount,
    })
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.userId, userId),
        inArray(quizAttempts.lessonId, [...lessonIds]),
        isNotNull(quizAttempts.gradedAt),
      ),
    )
    .orderBy(desc(quizAttempts.gradedAt), desc(quizAttempts.id))
  return Map.groupBy(rows, ({ lessonId }) => lessonId)
}

/** The seconds of these lessons' videos that a learner has watched. */
async function readSeconds(tx: Tx, userId: string, lessonIds: readonly string[]): Promise<number> {
  const rows = await tx
    .select({ watched: lessonProgress.watched })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.userId, userId), inArray(lessonProgress.lessonId, [...lessonIds])))
  return rows.flatMap(({ watched }) => watched).reduce((sum, [from, to]) => sum + (to - from), 0)
}

/** What a learner has done of a course: the part that they and the admins of their organization see. */
export async function readLearnerProgress(tx: Tx, userId: string, { course, lessons }: CountedCourse) {
  const ids = lessons.map(({ _docId }) => _docId)
  if (ids.length === 0) return { dueOn: null, minutesWatched: 0, lessons: [] }
  const [states, runs, seconds, [due]] = await Promise.all([
    listLessonStates(tx, userId, ids),
    listRuns(tx, userId, ids),
    readSeconds(tx, userId, ids),
    tx
      .select({ dueOn: organizationDueDates.dueOn })
      .from(organizationDueDates)
      .innerJoin(users, eq(users.org, organizationDueDates.organization))
      .where(
        and(
          eq(users.id, userId),
          eq(users.orgIsTyped, false),
          eq(organizationDueDates.courseId, course._docId),
        ),
      )
      .orderBy(asc(organizationDueDates.dueOn))
      .limit(1),
  ])
  return {
    dueOn: due?.dueOn ?? null,
    minutesWatched: Math.floor(seconds / 60),
    lessons: lessons.map(({ _docId, title, order, quizName }) => {
      const state = states.get(_docId)
      const graded = (runs.get(_docId) ?? []).map((run) => ({
        score: run.score ?? 0,
        questions: Number(run.questions),
        gradedAt: (run.gradedAt ?? new Date(0)).toISOString(),
      }))
      return {
        ...{ _docId, title, order, quizName, graded },
        watched: state?.watched ?? null,
        answered: state?.open?.answered ?? null,
        questions: state?.open?.questions ?? graded[0]?.questions ?? 0,
        lastSeen: state?.lastSeen ?? null,
      }
    }),
  }
}

/** A member with their quiz progress. @throws AppError not_found, also for somebody of another organization */
export async function readOneMember(
  tx: Tx,
  access: OrgAccess,
  userId: string,
  counted: CountedCourse,
): Promise<OneMember> {
  const { scores: _, ...member } = await getMember(tx, access, userId, counted)
  return { course: counted.course, member, ...(await readLearnerProgress(tx, userId, counted)) }
}
