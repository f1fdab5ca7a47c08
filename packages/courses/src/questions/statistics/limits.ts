/** Which graded attempt of each learner counts. */
export const countedAttempts = ['first', 'last', 'highest', 'all'] as const
export type CountedAttempts = (typeof countedAttempts)[number]

/** No verdict is given on fewer attempts. */
export const fewestForVerdict = 20
