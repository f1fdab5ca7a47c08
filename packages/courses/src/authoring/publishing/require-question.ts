import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { countAskedQuestions } from '../../questions/editing/queries.ts'
import { publishTexts } from './schema.ts'

/**
 * A lesson is published with a question that can be asked, or nobody could complete its course: one without a key is
 * never asked. The lesson's row must be locked.
 * @throws AppError conflict with the specification's sentence
 */
export async function requireQuestion(tx: Tx, lessonId: string): Promise<void> {
  if ((await countAskedQuestions(tx, lessonId)) > 0) return
  throw new AppError('conflict', publishTexts.needsQuiz, { details: { questions: 0 } })
}
