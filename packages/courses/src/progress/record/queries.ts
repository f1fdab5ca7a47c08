import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { attemptAnswers, attemptQuestions, quizAttempts } from '../../attempts/tables.ts'
import { lessons, questionVersions } from '../../catalog/tables.ts'
import { organizationAdmins } from '../../organizations/tables.ts'
import { reviewCards } from '../../reviews/tables.ts'
import { lessonNotes, lessonProgress } from '../tables.ts'
import { watchedShare } from '../watched-share.ts'

export type RunOfRecord = {
  readonly attemptId: string
  readonly lessonId: string
  readonly lesson: string
  readonly quiz: string
  readonly score: number
  readonly questions: number
  readonly gradedAt: Date
}

export type WatchedOfRecord = {
  readonly lessonId: string
  readonly lesson: string
  readonly share: number | null
  readonly minutes: number
  readonly updatedAt: Date
}

export type LearnerRecord = {
  readonly runs: readonly RunOfRecord[]
  readonly watched: readonly WatchedOfRecord[]
}

/** What a learner has done, of every course: graded runs in the order of time, and what was watched of each lesson. */
export async function readRecord(tx: Tx, userId: string): Promise<LearnerRecord> {
  const runs = await tx
    .select({
      attemptId: quizAttempts.id,
      lessonId: lessons.id,
      lesson: lessons.title,
      quiz: quizAttempts.name,
      score: quizAttempts.score,
      gradedAt: quizAttempts.gradedAt,
      questions: quizAttempts.questionCount,
    })
    .from(quizAttempts)
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .where(and(eq(quizAttempts.userId, userId), isNotNull(quizAttempts.gradedAt)))
    .orderBy(asc(quizAttempts.gradedAt), asc(quizAttempts.id))
  const watched = await tx
    .select({ progress: lessonProgress, lesson: lessons.title, seconds: lessons.durationSeconds })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .where(eq(lessonProgress.userId, userId))
    .orderBy(asc(lessonProgress.updatedAt))
  return {
    runs: runs.map(({ score, gradedAt, questions, ...run }) => ({
      ...run,
      score: score ?? 0,
      questions: Number(questions),
      gradedAt: gradedAt ?? new Date(0),
    })),
    watched: watched.map(({ progress, lesson, seconds }) => ({
      ...{ lessonId: progress.lessonId, lesson, updatedAt: progress.updatedAt },
      share: watchedShare(progress.watched, progress.durationSeconds ?? seconds),
      minutes: Math.floor(progress.watched.reduce((sum, [from, to]) => sum + (to - from), 0) / 60),
    })),
  }
}

const pageSize = 200

/** A learner's attempts with the answers they chose, a page at a time: a part of the personal export. */
export async function* listAttemptsOf(tx: Tx, userId: string) {
  for (let offset = 0; ; offset += pageSize) {
    const attempts = await tx
      .select()
      .from(quizAttempts)
      .where(eq(quizAttempts.userId, userId))
      .orderBy(asc(quizAttempts.createdAt), asc(quizAttempts.id))
      .limit(pageSize)
      .offset(offset)
    const page: unknown[] = []
    for (const { userId: _, ...attempt } of attempts)
      page.push({ ...attempt, answers: await listAnswers(tx, attempt.id) })
    yield page
    if (attempts.length < pageSize) return
  }
}

/** The questions and the texts that the learner chose. Which was correct is not theirs to take along. */
async function listAnswers(tx: Tx, attemptId: string) {
  const rows = await tx
    .select({
      question: questionVersions.question,
      options: questionVersions.options,
      optionId: attemptAnswers.optionId,
      answeredAt: attemptAnswers.answeredAt,
    })
    .from(attemptAnswers)
    .innerJoin(
      attemptQuestions,
      and(
        eq(attemptQuestions.attemptId, attemptAnswers.attemptId),
        eq(attemptQuestions.questionId, attemptAnswers.questionId),
      ),
    )
    .innerJoin(
      questionVersions,
      and(
        eq(questionVersions.questionId, attemptQuestions.questionId),
        eq(questionVersions.version, attemptQuestions.version),
      ),
    )
    .where(eq(attemptAnswers.attemptId, attemptId))
    .orderBy(asc(attemptQuestions.position))
  return rows.map(({ question, options, optionId, answeredAt }) => ({
    question,
    answer: options.find(({ id }) => id === optionId)?.text ?? null,
    answeredAt,
  }))
}

/** The lists of the personal export that are short. */
export const listProgressOf = async (tx: Tx, userId: string) =>
  await tx.select().from(lessonProgress).where(eq(lessonProgress.userId, userId))

export const listNotesOf = async (tx: Tx, userId: string) =>
  await tx
    .select()
    .from(lessonNotes)
    .where(eq(lessonNotes.userId, userId))
    .orderBy(asc(lessonNotes.createdAt))

export const listReviewCardsOf = async (tx: Tx, userId: string) =>
  await tx.select().from(reviewCards).where(eq(reviewCards.userId, userId))

export const listOrgAdminOf = async (tx: Tx, userId: string) =>
  await tx
    .select({ organization: organizationAdmins.organization, since: organizationAdmins.createdAt })
    .from(organizationAdmins)
    .where(eq(organizationAdmins.userId, userId))
