/** Recipients of the mail tool: of one message, and of all messages of an account within a day. */
export const emailRecipients = { inMessage: 50, inDay: 200 } as const

/** Characters of what the mail tool is given. */
export const emailLengths = {
  recipients: 16_000,
  name: 200,
  subject: 300,
  text: 10_000,
  html: 400_000,
} as const

/** How often a message that failed for a recipient is sent once more. */
export const mostRetries = 3

/** Messages are listed for so long; the records of free leads stay. */
export const keptDays = 400
