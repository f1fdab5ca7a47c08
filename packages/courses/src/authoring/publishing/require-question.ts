import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import { questions } from '../../catalog/tables.ts'
import { countAskedQuestions } from '../../questions/editing/queries.ts'
import { publishTexts } from './schema.ts'

/**
 * A lesson is published with a question that can be asked, or nobody could complete its course: one without a key is
 * never asked. The lesson's row must be locked.
 * @throws AppError conflict with the specification's sentence, and with what is missing where there are questions
 */
export async function requireQuestion(tx: Tx, lessonId: string): Promise<void> {
  if ((await countAskedQuestions(tx, lessonId)) > 0) return
  const isThere = and(eq(questions.lessonId, lessonId), isNull(questions.removedAt))
  const written = await tx.$count(questions, isThere)
  const message = written > 0 ? `${publishTexts.needsQuiz} ${publishTexts.noKey}` : publishTexts.needsQuiz
  throw new AppError('conflict', message, { details: { questions: written, questionsThatAreAsked: 0 } })
}
