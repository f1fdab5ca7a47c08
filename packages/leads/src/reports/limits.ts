/** Characters of what is wrong, and of an answer. */
export const reportLengths = { problem: 2_000, answer: 5_000, device: 300 } as const

/** Reports of one person within a day. */
export const reportsInDay = 20
