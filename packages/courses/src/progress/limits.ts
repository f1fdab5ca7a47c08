/** The speeds that the player offers. */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Characters of a note. */
export const noteLength = 10_000
