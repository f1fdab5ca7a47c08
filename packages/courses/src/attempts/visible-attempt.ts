import type { questionVersions } from '../catalog/tables.ts'
import { openOptions } from './answer-rule.ts'
import { isCorrect, progressPercent } from './grading.ts'
import type { AnswerAnswer, AttemptCard, AttemptQuestion, QuizAttempt } from './schema.ts'
import type { attemptAnswers, quizAttempts } from './tables.ts'

/** An attempt as it is stored, without what its questions say. */
export type StoredAttempt = {
  readonly attempt: typeof quizAttempts.$inferSelect
  /** The owner of the account that has the lesson. */
  readonly aid: string
  readonly lessonTitle: string
  readonly questionCount: number
  readonly answered: number
}

type Version = Pick<
  typeof questionVersions.$inferSelect,
  'questionId' | 'version' | 'question' | 'options' | 'answerOptionId' | 'explanation'
>
export type StoredAnswer = typeof attemptAnswers.$inferSelect
export type StoredQuestion = { readonly version: Version; readonly answer: StoredAnswer | null }

/** Graded attempts of one lesson and learner: the last, and the best of all. */
export type GradedScores = Pick<AttemptCard, 'last' | 'best'>

export const noScores: GradedScores = { last: null, best: null }

/** What a learner may see of an attempt without its questions. */
export function visibleCard(stored: StoredAttempt, { last, best }: GradedScores): AttemptCard {
  const { attempt, questionCount, answered } = stored
  const { id, name, description, lessonId, favorite, score } = attempt
  return {
    ...{ id, name, description, lessonId, favorite, score, questionCount, answered, last, best },
    ...{ aid: stored.aid, uid: attempt.userId, createdBy: attempt.userId, lessonTitle: stored.lessonTitle },
    graded: attempt.gradedAt !== null,
    gradedAt: attempt.gradedAt?.toISOString() ?? null,
    archived: attempt.archivedAt !== null,
    _created: attempt.createdAt.toISOString(),
    lastUpdated: attempt.updatedAt.toISOString(),
    percent: progressPercent(answered, questionCount),
  }
}

/** The learner's answer to a question: what they chose themselves, on whatever device. */
export const visibleAnswer = (questionId: string, answer: StoredAnswer | null): AnswerAnswer => ({
  questionId,
  selectedAnswer: answer?.optionId ?? null,
  revision: answer?.revision ?? 0,
  conflict: answer ? openOptions(answer) : [],
})

/**
 * What a learner may see of an attempt. Whatever tells of an attempt's questions gets it from here: the key, whether an
 * answer is correct, and the explanation are there only once this attempt is graded.
 */
export const visibleAttempt = (
  stored: StoredAttempt,
  questions: readonly StoredQuestion[],
  scores: GradedScores,
): QuizAttempt => ({
  ...visibleCard(stored, scores),
  questions: questions.map((one) => visibleQuestion(one, stored.attempt.gradedAt !== null)),
})

function visibleQuestion({ version: asked, answer }: StoredQuestion, isGraded: boolean): AttemptQuestion {
  const { questionId, version, question, options, answerOptionId, explanation } = asked
  const shown = {
    ...visibleAnswer(questionId, answer),
    ...{ version, question },
    // Named one by one: an option may get further fields some day, and none may tell of the key.
    options: options.map(({ id, text }) => ({ id, text })),
  }
  if (!isGraded) return shown
  const correct = isCorrect({ answerOptionId, selectedOptionId: answer?.optionId ?? null })
  return { ...shown, answer: answerOptionId, correct, explanation }
}
