import { AppError } from '@freeor/kernel/errors'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/
const LONGEST_ADDRESS = 254
const LONGEST_NAME = 80

/** Text that stays inside one header: CR, LF, NUL and every other control character become a space. */
export function headerText(value: string): string {
  return value.replace(CONTROL, ' ').trim()
}

/** Headers with safe values. @throws AppError `invalid_request` for an invalid header name. */
export function safeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!HEADER_NAME.test(name)) throw new AppError('invalid_request', 'That is not a mail header')
      return [name, headerText(value)]
    }),
  )
}

/** One plain address, trimmed. @throws AppError `invalid_request` for anything else, a list or a display name too. */
export function requireAddress(value: string): string {
  const address = headerText(value)
  if (!ADDRESS.test(address) || address.length > LONGEST_ADDRESS) {
    throw new AppError('invalid_request', 'That is not an email address')
  }
  return address
}

/**
 * A person's or company's name as it may appear in a mail: one line, short, and nothing that a mail program would turn
 * into a link, since the person who chose the name would be writing in our mail.
 */
export function plainName(name: string): string {
  return withoutLinks(name).slice(0, LONGEST_NAME)
}

/** One line. */
function withoutLinks(words: string): string {
  return headerText(words)
    .replace(/[a-z][a-z0-9+.-]*:\/\/+/gi, '')
    .replace(/[/\\<>]+/g, ' ')
    .replaceAll('@', ' at ')
    .replace(/\.(?=\p{L})/gu, '. ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * What a person says in a mail of ours: their paragraphs, without anything that a mail program would turn into a link.
 * Empty lines divide paragraphs.
 */
export function plainParagraphs(words: string): string[] {
  return words
    .split(/\n\s*\n/)
    .map((paragraph) => withoutLinks(paragraph))
    .filter(Boolean)
}
