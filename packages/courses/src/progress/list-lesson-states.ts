import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { attemptAnswers, quizAttempts } from '../attempts/tables.ts'
import type { LessonState } from '../catalog/schema.ts'
import { lessons } from '../catalog/tables.ts'
import { lessonProgress } from './tables.ts'
import { watchedShare } from './watched-share.ts'

const notStarted: LessonState = {
  watched: null,
  positionSeconds: null,
  lastSeen: null,
  open: null,
  graded: null,
}

/** What a learner has done of each of these lessons. */
export async function listLessonStates(
  tx: Tx,
  userId: string,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, LessonState>> {
  const ids = [...lessonIds]
  if (ids.length === 0) return new Map()
  const [watched, open, graded] = await Promise.all([
    readWatched(tx, userId, ids),
    readOpen(tx, userId, ids),
    readGraded(tx, userId, ids),
  ])
  return new Map(
    ids.map((id) => {
      const seen = watched.get(id)
      const opened = open.get(id)
      const last = graded.get(id)
      const times = [seen?.at, opened?.at, last?.at].filter((at) => at !== undefined)
      const lastSeen = times.length === 0 ? null : new Date(Math.max(...times.map(Number))).toISOString()
      const state: LessonState = {
        ...notStarted,
        ...seen?.state,
        lastSeen,
        open: opened?.state ?? null,
        graded: last?.state ?? null,
      }
      return [id, state]
    }),
  )
}

async function readWatched(tx: Tx, userId: string, ids: string[]) {
  const rows = await tx
    .select({ progress: lessonProgress, duration: lessons.durationSeconds })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .where(and(eq(lessonProgress.userId, userId), inArray(lessonProgress.lessonId, ids)))
  return new Map(
    rows.map(({ progress, duration }) => {
      const watched = watchedShare(progress.watched, duration ?? progress.durationSeconds)
      return [
        progress.lessonId,
        { state: { watched, positionSeconds: progress.positionSeconds }, at: progress.updatedAt },
      ]
    }),
  )
}

async function readOpen(tx: Tx, userId: string, ids: string[]) {
  const rows = await tx
    .select({
      lessonId: quizAttempts.lessonId,
      attemptId: quizAttempts.id,
      at: quizAttempts.updatedAt,
      answered: tx.$count(attemptAnswers, eq(attemptAnswers.attemptId, quizAttempts.id)),
      questions: quizAttempts.questionCount,
    })
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.userId, userId),
        inArray(quizAttempts.lessonId, ids),
        isNull(quizAttempts.gradedAt),
      ),
    )
  return new Map(
    rows.map(({ lessonId, at, ...state }) => [
      lessonId,
      { state: { ...state, answered: Number(state.answered) }, at },
    ]),
  )
}

async function readGraded(tx: Tx, userId: string, ids: string[]) {
  const isTheirs = and(
    eq(quizAttempts.userId, userId),
    inArray(quizAttempts.lessonId, ids),
    sql`${quizAttempts.gradedAt} IS NOT NULL`,
  )
  const last = await tx
    .selectDistinctOn([quizAttempts.lessonId], {
      lessonId: quizAttempts.lessonId,
      attemptId: quizAttempts.id,
      score: sql<number>`${quizAttempts.score}`,
      gradedAt: sql<Date>`${quizAttempts.gradedAt}`.mapWith(quizAttempts.gradedAt),
      questions: quizAttempts.questionCount,
    })
    .from(quizAttempts)
    .where(isTheirs)
    .orderBy(quizAttempts.lessonId, desc(quizAttempts.gradedAt), desc(quizAttempts.id))
  const best = await tx
    .select({ lessonId: quizAttempts.lessonId, best: max(quizAttempts.score) })
    .from(quizAttempts)
    .where(isTheirs)
    .groupBy(quizAttempts.lessonId)
  const bestOf = new Map(best.map((row) => [row.lessonId, row.best]))
  return new Map(
    last.map(({ lessonId, gradedAt, ...state }) => [
      lessonId,
      {
        state: {
          ...state,
          gradedAt: gradedAt.toISOString(),
          best: bestOf.get(lessonId) ?? state.score,
        },
        at: gradedAt,
      },
    ]),
  )
}
