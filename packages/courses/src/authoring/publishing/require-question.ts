import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { lessons, questions } from '../../catalog/tables.ts'
import { publishTexts } from './schema.ts'

const needsQuiz = () => new AppError('conflict', publishTexts.needsQuiz, { details: { questions: 0 } })

/** The lesson's row must be locked. @throws AppError conflict with the specification's sentence */
export async function requireQuestion(tx: Tx, lessonId: string): Promise<void> {
  if (!(await hasQuestion(tx, lessonId))) throw needsQuiz()
}

async function hasQuestion(tx: Tx, lessonId: string, besides = ''): Promise<boolean> {
  const [row] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.lessonId, lessonId), isNull(questions.removedAt), ne(questions.id, besides)))
    .limit(1)
  return row !== undefined
}

/**
 * Before a question is removed: a published lesson keeps one at least, or nobody could complete its course. Locks the
 * lesson's row until the transaction ends, so that publishing, and removing another question, wait.
 * @throws AppError conflict with the sentence of publishing
 */
export async function requireOtherQuestion(
  tx: Tx,
  { lessonId, questionId }: { readonly lessonId: string; readonly questionId: string },
): Promise<void> {
  const [lesson] = await tx
    .select({ published: lessons.published })
    .from(lessons)
    .where(eq(lessons.id, lessonId))
    .for('no key update')
  if (lesson?.published && !(await hasQuestion(tx, lessonId, questionId))) throw needsQuiz()
}
