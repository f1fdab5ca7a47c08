import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { requireLessonEditor } from '../../authoring/require-editor.ts'
import { questions, questionVersions } from '../../catalog/tables.ts'
import {
  type AuthorQuestion,
  type LessonQuestions,
  questionTexts,
  type questionVersionsAnswer,
} from '../schema.ts'

export const noQuestion = () => new AppError('not_found', questionTexts.missing)

/** Keys of `fractional-indexing` compare byte by byte, whatever the database's collation is. */
export const inOrder = sql`${questions.position} COLLATE "C", ${questions.id}`

export const isCurrentVersion = and(
  eq(questionVersions.questionId, questions.id),
  eq(questionVersions.version, questions.currentVersion),
)

export type StoredQuestion = {
  readonly question: typeof questions.$inferSelect
  readonly version: typeof questionVersions.$inferSelect
  readonly position: number
}

/** The position of a question among those of its lesson, from 1. */
export const positionInLesson = sql<number>`(SELECT count(*)::int FROM questions before
  WHERE before.lesson_id = ${questions.lessonId} AND before.removed_at IS NULL
    AND (before.position COLLATE "C", before.id) <= (${questions.position} COLLATE "C", ${questions.id}))`

export function toAuthorQuestion({ question, version, position }: StoredQuestion): AuthorQuestion {
  return {
    ...{ id: question.id, lessonId: question.lessonId, position, version: version.version },
    question: version.question,
    options: version.options.map(({ id, text }) => ({ id, text })),
    answer: version.answerOptionId,
    explanation: version.explanation,
    _created: question.createdAt.toISOString(),
    lastUpdated: version.createdAt.toISOString(),
  }
}

/** The lesson that has the question. @throws AppError not_found for a removed one too */
export async function getLessonOf(tx: Tx, questionId: string): Promise<string> {
  const [found] = await tx
    .select({ lessonId: questions.lessonId })
    .from(questions)
    .where(and(eq(questions.id, questionId), isNull(questions.removedAt)))
  if (!found) throw noQuestion()
  return found.lessonId
}

/** A question as it is now, with its key. The caller has checked that its reader edits the lesson. */
export async function getQuestion(tx: Tx, questionId: string): Promise<AuthorQuestion> {
  const [found] = await tx
    .select({ question: questions, version: questionVersions, position: positionInLesson })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .where(and(eq(questions.id, questionId), isNull(questions.removedAt)))
  if (!found) throw noQuestion()
  return toAuthorQuestion(found)
}

export type QuestionPage = { readonly lessonId: string; readonly from: number; readonly limit: number }

/** Questions of a lesson in order, with their keys. The caller has checked that its reader edits the lesson. */
export async function listQuestionsOf(
  tx: Tx,
  { lessonId, from, limit }: QuestionPage,
): Promise<LessonQuestions> {
  const isThere = and(eq(questions.lessonId, lessonId), isNull(questions.removedAt))
  const total = await tx.$count(questions, isThere)
  const rows = await tx
    .select({ question: questions, version: questionVersions })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .where(isThere)
    .orderBy(inOrder)
    .offset(from)
    .limit(limit)
  return { total, questions: rows.map((row, at) => toAuthorQuestion({ ...row, position: from + at + 1 })) }
}

export type VersionsPage = {
  readonly questionId: string
  /** Only those before this one. */
  readonly before?: number | undefined
  readonly limit: number
}

/** The versions of a question, newest first. @throws AppError not_found for whoever does not edit its lesson */
export async function listQuestionVersions(
  tx: Tx,
  actor: UserActor,
  { questionId, before, limit }: VersionsPage,
): Promise<z.infer<typeof questionVersionsAnswer>> {
  await requireLessonEditor(tx, actor, await getLessonOf(tx, questionId)).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? noQuestion() : error
  })
  const isOlder = before === undefined ? undefined : lt(questionVersions.version, before)
  const rows = await tx
    .select()
    .from(questionVersions)
    .where(and(eq(questionVersions.questionId, questionId), isOlder))
    .orderBy(desc(questionVersions.version))
    .limit(limit + 1)
  const versions = rows.slice(0, limit).map((row) => ({
    ...{ version: row.version, question: row.question, explanation: row.explanation },
    options: row.options.map(({ id, text }) => ({ id, text })),
    answer: row.answerOptionId,
    created: row.createdAt.toISOString(),
  }))
  return { versions, hasMore: rows.length > limit }
}

/** How many questions of the lesson can be asked: those with a key. One of them may be left out of the count. */
export async function countAskedQuestions(tx: Tx, lessonId: string, without?: string): Promise<number> {
  const [row] = await tx
    .select({ asked: sql<number>`count(*)::int` })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .where(
      and(
        eq(questions.lessonId, lessonId),
        isNull(questions.removedAt),
        isNotNull(questionVersions.answerOptionId),
        without === undefined ? undefined : ne(questions.id, without),
      ),
    )
  return row?.asked ?? 0
}
