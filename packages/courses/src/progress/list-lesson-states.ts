import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { attemptAnswers, quizAttempts } from '../attempts/tables.ts'
import type { LessonState } from '../catalog/schema.ts'
import { lessons } from '../catalog/tables.ts'
import { lessonProgress } from './tables.ts'
import { watchedShare } from './watched-share.ts'

/** One statement for all of it: every page of a lesson and of a course begins with it. */
const statesStatement = preparedOnce((tx) => {
  const userId = sql.placeholder('userId')
  const isTheirs = and(eq(quizAttempts.userId, userId), eq(quizAttempts.lessonId, lessons.id))
  const open = tx
    .select({
      attemptId: quizAttempts.id,
      answered: tx.$count(attemptAnswers, eq(attemptAnswers.attemptId, quizAttempts.id)).as('answered'),
      questions: quizAttempts.questionCount,
      at: quizAttempts.updatedAt,
    })
    .from(quizAttempts)
    .where(and(isTheirs, isNull(quizAttempts.gradedAt)))
    .limit(1)
    .as('open')
  const graded = tx
    .select({
      attemptId: quizAttempts.id,
      score: quizAttempts.score,
      best: sql<number>`max(${quizAttempts.score}) OVER ()`.as('best'),
      questions: quizAttempts.questionCount,
      at: quizAttempts.gradedAt,
    })
    .from(quizAttempts)
    .where(and(isTheirs, isNotNull(quizAttempts.gradedAt)))
    .orderBy(desc(quizAttempts.gradedAt), desc(quizAttempts.id))
    .limit(1)
    .as('graded')
  return tx
    .select({
      lessonId: lessons.id,
      duration: lessons.durationSeconds,
      seen: lessonProgress,
      open: { attemptId: open.attemptId, answered: open.answered, questions: open.questions, at: open.at },
      graded: {
        attemptId: graded.attemptId,
        score: graded.score,
        best: graded.best,
        questions: graded.questions,
        at: graded.at,
      },
    })
    .from(lessons)
    .leftJoin(lessonProgress, and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, userId)))
    .leftJoinLateral(open, sql`true`)
    .leftJoinLateral(graded, sql`true`)
    .where(sql`${lessons.id} = ANY(${sql.placeholder('lessonIds')})`)
    .prepare('lesson_states')
})

type Row = Awaited<ReturnType<ReturnType<typeof statesStatement>['execute']>>[number]

/** What a learner has done of each of these lessons. */
export async function listLessonStates(
  tx: Tx,
  userId: string,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, LessonState>> {
  if (lessonIds.length === 0) return new Map()
  const rows = await statesStatement(tx).execute({ userId, lessonIds: [...lessonIds] })
  return new Map(rows.map((row) => [row.lessonId, toState(row)]))
}

function toState({ duration, seen, open, graded }: Row): LessonState {
  const times = [seen?.updatedAt, open?.at, graded?.at].filter((at) => at != null)
  return {
    watched: seen && watchedShare(seen.watched, duration ?? seen.durationSeconds),
    positionSeconds: seen?.positionSeconds ?? null,
    lastSeen: times.length === 0 ? null : new Date(Math.max(...times.map(Number))).toISOString(),
    open: open && { attemptId: open.attemptId, answered: Number(open.answered), questions: open.questions },
    graded: toGraded(graded),
  }
}

function toGraded(graded: Row['graded']): LessonState['graded'] {
  if (!graded?.at) return null
  const { attemptId, questions, at } = graded
  // The table's check: a graded attempt has its score.
  const score = graded.score ?? 0
  return { attemptId, score, best: graded.best ?? score, questions, gradedAt: at.toISOString() }
}
