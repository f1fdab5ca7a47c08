import type { EmailInput } from './schema.ts'
import { missingTexts, type RequiredField } from './texts.ts'

/**
 * The required fields that a message lacks, in the order of the specification. Blanks are nothing, and neither are signs
 * of addresses that nobody sees.
 */
export function missingFields({ to, from, subject, text, html }: EmailInput): RequiredField[] {
  const given: Record<RequiredField, string> = {
    to: to.replaceAll(/[\s,\p{Cf}]/gu, ''),
    from: from.email.trim(),
    subject: subject.trim(),
    text: text.trim(),
    html: html.trim(),
  }
  return (Object.keys(missingTexts) as RequiredField[]).filter((field) => given[field] === '')
}
