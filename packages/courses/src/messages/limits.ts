/** Characters of a message. */
export const messageLengths = { subject: 150, text: 5_000 } as const

/** Messages of one course within a day. */
export const messagesInDay = 3
