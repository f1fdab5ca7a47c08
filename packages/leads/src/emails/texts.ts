/** What a message must have, in the order in which it is asked for; the specification's sentences. */
export const missingTexts = {
  to: "Please include a 'To' email address for your message.",
  from: "Please include a 'From' email address for your message.",
  subject: 'Please include a Subject for your message.',
  text: 'Please include a text version of your email.',
  html: 'Please include an html version of your email.',
} as const

export type RequiredField = keyof typeof missingTexts
