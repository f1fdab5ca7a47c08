/** What grading compares: the correct option and the chosen one. */
export type GradedQuestion = {
  readonly answerOptionId: string | null
  readonly selectedOptionId: string | null
}

/** Whether the chosen option is the correct one. A question without a key has no correct answer. */
export const isCorrect = ({ answerOptionId, selectedOptionId }: GradedQuestion): boolean =>
  answerOptionId !== null && answerOptionId === selectedOptionId

/** How many answers are equal to the correct answer. */
export const scoreOf = (questions: readonly GradedQuestion[]): number => questions.filter(isCorrect).length

/** The answered share in whole percent: 100 only when every question is answered. */
export function progressPercent(answered: number, questions: number): number {
  if (questions === 0) return 0
  if (answered >= questions) return 100
  return Math.min(99, Math.round((100 * answered) / questions))
}
