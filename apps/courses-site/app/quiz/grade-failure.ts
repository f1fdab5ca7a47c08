import { quizTexts } from '../texts/quiz.ts'
import type { SendOutcome } from './send-answers.ts'

/** Why a quiz was not graded: answers wait, a choice is open, or what was said. */
export type GradeFailure = 'waits' | 'asks' | { readonly said: string }

export type AnswersNow = {
  readonly waiting: number
  readonly asks: number
  readonly outcome: SendOutcome | undefined
}

/** The sentence beside the button. What has been mended since, as answers that are saved by now, is not said any more. */
export function sayFailure(
  failure: GradeFailure | undefined,
  { waiting, asks, outcome }: AnswersNow,
): string {
  if (failure === undefined) return ''
  if (failure === 'asks') return asks > 0 ? quizTexts.gradeAsks : ''
  if (failure !== 'waits') return failure.said
  if (waiting === 0) return ''
  return outcome === 'signed out' ? quizTexts.gradeSignedOut : quizTexts.gradeWaits
}
