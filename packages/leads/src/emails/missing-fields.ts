import type { EmailInput } from './schema.ts'
import { missingTexts, type RequiredField } from './texts.ts'

/** What is left of a text without blanks and signs that nobody sees. */
const seen = (text: string): string => text.replaceAll(/[\s\p{Cf}]/gu, '')

/** The required fields that a message lacks, in the order of the specification. What nobody sees is nothing. */
export function missingFields({ to, from, subject, text, html }: EmailInput): RequiredField[] {
  const given: Record<RequiredField, string> = {
    to: seen(to.replaceAll(',', '')),
    from: seen(from.email),
    subject: seen(subject),
    text: seen(text),
    html: seen(html),
  }
  return (Object.keys(missingTexts) as RequiredField[]).filter((field) => given[field] === '')
}
