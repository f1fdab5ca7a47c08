import { companies } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { courseLessons, lessons, questionVersions } from '../catalog/tables.ts'
import { type AttemptCard, attemptTexts, type listAttemptsQuery, type QuizAttempt } from './schema.ts'
import { attemptAnswers, attemptQuestions, quizAttempts } from './tables.ts'
import {
  type GradedScores,
  noScores,
  type StoredAttempt,
  type StoredQuestion,
  visibleAttempt,
  visibleCard,
} from './visible-attempt.ts'

/** Another learner's attempt and one that never existed are the same. */
export const noAttempt = () => new AppError('not_found', attemptTexts.missing)

export const isOwn = (userId: string, attemptId: string): SQL | undefined =>
  and(eq(quizAttempts.id, attemptId), eq(quizAttempts.userId, userId))

const stored = (tx: Tx) =>
  tx
    .select({
      attempt: quizAttempts,
      aid: companies.ownerUserId,
      lessonTitle: lessons.title,
      questionCount: quizAttempts.questionCount,
      answered: sql<number>`(SELECT count(*)::int FROM ${attemptAnswers}
        WHERE ${attemptAnswers.attemptId} = ${quizAttempts.id})`,
    })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .innerJoin(companies, eq(companies.id, lessons.companyId))

/**
 * The learner's own attempt with its questions.
 * @throws AppError not_found, the same for another's attempt as for one that never existed
 */
export async function getAttempt(tx: Tx, userId: string, attemptId: string): Promise<QuizAttempt> {
  const [found] = await stored(tx).where(isOwn(userId, attemptId))
  if (!found) throw noAttempt()
  const scores = await readScores(tx, userId, [found.attempt.lessonId])
  return visibleAttempt(
    found,
    await listQuestions(tx, attemptId),
    scores.get(found.attempt.lessonId) ?? noScores,
  )
}

/**
 * The questions of an attempt in its order, each as the version it began with but with the key as a regrade corrected it,
 * and the learner's answer.
 */
export async function listQuestions(tx: Tx, attemptId: string): Promise<StoredQuestion[]> {
  const rows = await tx
    .select({
      version: questionVersions,
      answer: attemptAnswers,
      correctedOptionId: attemptQuestions.correctedOptionId,
    })
    .from(attemptQuestions)
    .innerJoin(
      questionVersions,
      and(
        eq(questionVersions.questionId, attemptQuestions.questionId),
        eq(questionVersions.version, attemptQuestions.version),
      ),
    )
    .leftJoin(
      attemptAnswers,
      and(
        eq(attemptAnswers.attemptId, attemptQuestions.attemptId),
        eq(attemptAnswers.questionId, attemptQuestions.questionId),
      ),
    )
    .where(eq(attemptQuestions.attemptId, attemptId))
    .orderBy(asc(attemptQuestions.position))
  return rows.map(({ version, answer, correctedOptionId }) => ({
    version: { ...version, answerOptionId: correctedOptionId ?? version.answerOptionId },
    answer,
  }))
}

/** As the contract of the list has it; what is not named is as there. */
export type AttemptFilter = Pick<z.output<typeof listAttemptsQuery>, 'limit'> &
  Partial<z.output<typeof listAttemptsQuery>>

/** The learner's attempts, the newest first unless told. */
export async function listAttempts(tx: Tx, userId: string, filter: AttemptFilter): Promise<AttemptCard[]> {
  const { limit, before, newest = false, sort = '_created', descending = true } = filter
  const sorted = { by: sort === '_created' ? quizAttempts.createdAt : quizAttempts.updatedAt, descending }
  const inOrder = descending ? desc : asc
  const found: StoredAttempt[] = await stored(tx)
    .where(
      and(
        eq(quizAttempts.userId, userId),
        ...isAsked(filter),
        newest ? isNewest : undefined,
        before === undefined ? undefined : await isBehind(tx, isOwn(userId, before), sorted),
      ),
    )
    .orderBy(inOrder(sorted.by), inOrder(quizAttempts.id))
    .limit(limit)
  const scores = await readScores(tx, userId, [...new Set(found.map(({ attempt }) => attempt.lessonId))])
  return found.map((one) => visibleCard(one, scores.get(one.attempt.lessonId) ?? noScores))
}

function isAsked({ lessonId, course, aid, uid, archived = 'any' }: AttemptFilter): (SQL | undefined)[] {
  const standsIn = sql`EXISTS (SELECT 1 FROM ${courseLessons}
    WHERE ${courseLessons.lessonId} = ${quizAttempts.lessonId} AND ${courseLessons.courseId} = ${course})`
  return [
    lessonId === undefined ? undefined : eq(quizAttempts.lessonId, lessonId),
    course === undefined ? undefined : standsIn,
    aid === undefined ? undefined : eq(companies.ownerUserId, aid),
    uid === undefined ? undefined : eq(quizAttempts.userId, uid),
    archived === 'any' ? undefined : sql`(${quizAttempts.archivedAt} IS NOT NULL) = ${archived === 'true'}`,
  ]
}

const isNewest = sql`NOT EXISTS (SELECT 1 FROM quiz_attempts later WHERE later.user_id = ${quizAttempts.userId}
  AND later.lesson_id = ${quizAttempts.lessonId}
  AND (later.created_at, later.id) > (${quizAttempts.createdAt}, ${quizAttempts.id}))`

type Sorted = {
  readonly by: typeof quizAttempts.createdAt | typeof quizAttempts.updatedAt
  readonly descending: boolean
}

/** What a list goes on with. Of equal times the id decides. Nothing is behind an attempt that is not theirs. */
async function isBehind(
  tx: Tx,
  isLast: SQL | undefined,
  { by, descending }: Sorted,
): Promise<SQL | undefined> {
  const [last] = await tx.select({ id: quizAttempts.id, at: by }).from(quizAttempts).where(isLast)
  if (!last) return sql`false`
  const goesOn = descending ? lt : gt
  return or(goesOn(by, last.at), and(eq(by, last.at), goesOn(quizAttempts.id, last.id)))
}

/** Of each of these lessons the last graded attempt and the best; an archived attempt counts too. */
async function readScores(
  tx: Tx,
  userId: string,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, GradedScores>> {
  if (lessonIds.length === 0) return new Map()
  const pick = async (order: SQL) => {
    const rows = await tx
      .selectDistinctOn([quizAttempts.lessonId], {
        lessonId: quizAttempts.lessonId,
        id: quizAttempts.id,
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
      .orderBy(quizAttempts.lessonId, order, desc(quizAttempts.gradedAt), desc(quizAttempts.id))
    return new Map(
      rows.map(({ lessonId, id, score, gradedAt, questions }) => [
        lessonId,
        { attemptId: id, score: score ?? 0, questions, gradedAt: gradedAt?.toISOString() ?? '' },
      ]),
    )
  }
  const last = await pick(desc(quizAttempts.gradedAt))
  const best = await pick(desc(quizAttempts.score))
  return new Map(
    [...last.keys()].map((id) => [id, { last: last.get(id) ?? null, best: best.get(id) ?? null }]),
  )
}
