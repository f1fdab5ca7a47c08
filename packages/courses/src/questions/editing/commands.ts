import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { requireLessonEditor } from '../../authoring/require-editor.ts'
import { lessons, questions, questionVersions } from '../../catalog/tables.ts'
import {
  changeContent,
  copyContent,
  emptyContent,
  isSameContent,
  type QuestionContent,
} from '../question-content.ts'
import type { AuthorQuestion, NewQuestionInput, QuestionChange } from '../schema.ts'
import { positionAfter, positionAtEnd } from './ensure-position.ts'
import { getLessonOf, getQuestion, noQuestion } from './queries.ts'
import {
  lockLesson,
  lockLessonOf,
  type QuestionDeps,
  requireQuiz,
  requireRoom,
  touchLesson,
  writeQuiz,
} from './write-quiz.ts'

const newOptionId = () => newId('opt')

type NewRow = {
  readonly lessonId: string
  readonly position: string
  readonly now: Date
  readonly content: QuestionContent
}

async function insertQuestion(tx: Tx, { lessonId, position, now, content }: NewRow): Promise<string> {
  const id = newId('que')
  await tx.insert(questions).values({ id, lessonId, position, createdAt: now })
  await insertVersion(tx, { questionId: id, version: 1, content, now })
  return id
}

type NewVersion = {
  readonly questionId: string
  readonly version: number
  readonly content: QuestionContent
  readonly now: Date
}

async function insertVersion(tx: Tx, { questionId, version, content, now }: NewVersion): Promise<void> {
  const { question, options, answerOptionId, explanation } = content
  await tx.insert(questionVersions).values({
    ...{ questionId, version, question, options: [...options], answerOptionId, explanation, createdAt: now },
  })
}

/**
 * Adds a question to a lesson: with the default text and without options unless told, or as a copy of a question of the
 * same account.
 * @throws AppError not_found for a lesson or a question that the actor does not edit; invalid_request; conflict
 */
export async function addQuestion(
  deps: QuestionDeps,
  actor: UserActor,
  { lessonId, input }: { readonly lessonId: string; readonly input: NewQuestionInput },
): Promise<AuthorQuestion> {
  const now = deps.clock.now()
  return await writeQuiz(deps, async (tx) => {
    const { companyId } = await lockLesson(tx, actor, lessonId)
    await requireRoom(tx, lessonId, 1)
    const { copyOf, after, ...change } = input
    const start = copyOf === undefined ? emptyContent : await readCopied(tx, actor, { copyOf, companyId })
    const content = changeContent(start, change, newOptionId)
    const position =
      after === undefined ? await positionAtEnd(tx, lessonId) : await positionAfter(tx, { lessonId, after })
    const id = await insertQuestion(tx, { lessonId, position, now, content })
    await touchLesson(tx, lessonId, now)
    return { answer: await getQuestion(tx, id), lessonId, isCounted: true }
  })
}

/** A question of a lesson that the actor edits, in the same account. Anything else does not exist. */
async function readCopied(
  tx: Tx,
  actor: UserActor,
  { copyOf, companyId }: { readonly copyOf: string; readonly companyId: string },
): Promise<QuestionContent> {
  const lessonId = await getLessonOf(tx, copyOf)
  const [lesson] = await tx.select({ of: lessons.companyId }).from(lessons).where(eq(lessons.id, lessonId))
  if (lesson?.of !== companyId) throw noQuestion()
  await requireLessonEditor(tx, actor, lessonId)
  return copyContent(contentOf(await getQuestion(tx, copyOf)), newOptionId)
}

const contentOf = ({ question, options, answer, explanation }: AuthorQuestion): QuestionContent => ({
  ...{ question, options, answerOptionId: answer, explanation },
})

/**
 * Changes what a question says, as a new version: attempts that began keep the one they began with. A change that changes
 * nothing makes no version.
 * @throws AppError not_found; invalid_request; conflict with the question as it is now when somebody else changed it
 *   meanwhile, and for the last question of a published lesson that would lose its key
 */
export async function changeQuestion(
  deps: QuestionDeps,
  actor: UserActor,
  { questionId, change }: { readonly questionId: string; readonly change: QuestionChange },
): Promise<AuthorQuestion> {
  const now = deps.clock.now()
  return await writeQuiz(deps, async (tx) => {
    const lesson = await lockLessonOf(tx, actor, questionId)
    const current = await getQuestion(tx, questionId)
    const { version, ...fields } = change
    const before = contentOf(current)
    const content = changeContent(before, fields, newOptionId)
    if (isSameContent(before, content)) return { answer: current }
    if (version !== current.version)
      throw new AppError('conflict', 'Somebody else changed this question meanwhile.', {
        details: { current },
      })
    if (before.answerOptionId !== null && content.answerOptionId === null)
      await requireQuiz(tx, lesson, questionId)
    await insertVersion(tx, { questionId, version: version + 1, content, now })
    await tx
      .update(questions)
      .set({ currentVersion: version + 1 })
      .where(eq(questions.id, questionId))
    await touchLesson(tx, lesson.id, now)
    const isCounted = (before.answerOptionId === null) !== (content.answerOptionId === null)
    return { answer: await getQuestion(tx, questionId), lessonId: lesson.id, isCounted }
  })
}

/**
 * Removes a question from its lesson. Attempts that have it keep it, with its answers.
 * @throws AppError not_found; conflict for the last question of a published lesson
 */
export async function removeQuestion(
  deps: QuestionDeps,
  actor: UserActor,
  questionId: string,
): Promise<void> {
  const now = deps.clock.now()
  await writeQuiz(deps, async (tx) => {
    const lesson = await lockLessonOf(tx, actor, questionId)
    await requireQuiz(tx, lesson, questionId)
    await tx.update(questions).set({ removedAt: now }).where(eq(questions.id, questionId))
    await touchLesson(tx, lesson.id, now)
    return { answer: undefined, lessonId: lesson.id, isCounted: true }
  })
}

/**
 * Puts a question behind another of its lesson, or first.
 * @throws AppError not_found for the question; invalid_request for an `after` that is not in the lesson
 */
export async function moveQuestion(
  deps: QuestionDeps,
  actor: UserActor,
  { questionId, after }: { readonly questionId: string; readonly after: string | null },
): Promise<AuthorQuestion> {
  const now = deps.clock.now()
  return await writeQuiz(deps, async (tx) => {
    const { id: lessonId } = await lockLessonOf(tx, actor, questionId)
    if (after !== questionId) {
      const position = await positionAfter(tx, { lessonId, after, moved: questionId })
      await tx
        .update(questions)
        .set({ position })
        .where(and(eq(questions.id, questionId), eq(questions.lessonId, lessonId)))
      await touchLesson(tx, lessonId, now)
    }
    return { answer: await getQuestion(tx, questionId), lessonId }
  })
}

/** A copy of a question right behind it, with options of its own. @throws AppError not_found; conflict */
export async function duplicateQuestion(
  deps: QuestionDeps,
  actor: UserActor,
  questionId: string,
): Promise<AuthorQuestion> {
  const now = deps.clock.now()
  return await writeQuiz(deps, async (tx) => {
    const { id: lessonId } = await lockLessonOf(tx, actor, questionId)
    await requireRoom(tx, lessonId, 1)
    const content = copyContent(contentOf(await getQuestion(tx, questionId)), newOptionId)
    const position = await positionAfter(tx, { lessonId, after: questionId })
    const id = await insertQuestion(tx, { lessonId, position, now, content })
    await touchLesson(tx, lessonId, now)
    return { answer: await getQuestion(tx, id), lessonId, isCounted: true }
  })
}
