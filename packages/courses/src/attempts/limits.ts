/** What one attempt may hold: far beyond what people do. */
export const attemptLimits = {
  /** Clicks of all devices together. */
  clicks: 5_000,
  /** Answers of other devices that are kept beside the one that counts, for each question. */
  devices: 20,
  /** Reports of questions that one learner may send in a day. */
  reportsADay: 20,
} as const
