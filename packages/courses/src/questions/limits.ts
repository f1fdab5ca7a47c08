/** What one question and one lesson may hold. A lesson that is a draft may serve as a store of questions. */
export const questionLimits = {
  /** Options are lettered A to Z. */
  options: 26,
  /** In characters. */
  questionLength: 20_000,
  optionLength: 5_000,
  explanationLength: 20_000,
  inLesson: 10_000,
} as const
