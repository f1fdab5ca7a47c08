import { AppError } from '@freeor/kernel/errors'
import { otherDots, otherSlashes, unseen, wideAts, wideDots, wideSlashes } from './signs-of-links.ts'

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

const unseenSigns = new RegExp(`[${unseen}]+`, 'gu')
/** Of a longer name its end: no `://` stays. */
const scheme = /[a-z][a-z0-9+.-]{0,30}:\/\/+/gi
const slashes = new RegExp(String.raw`[/\\<>${otherSlashes}${wideSlashes}]+`, 'gu')
const ats = new RegExp(`[@${wideAts}]`, 'gu')
const dotBeforeLetter = new RegExp(String.raw`([.${otherDots}${wideDots}])(?=\p{L})`, 'gu')

/** One line. A dot of another script stays as it is, with a blank after it. */
function withoutLinks(words: string): string {
  return unlinked(words.replace(unseenSigns, '').replace(scheme, '').replace(slashes, ' '))
}

/** One line in which a mail program finds no address; every other sign stays. */
function unlinked(words: string): string {
  return headerText(words)
    .replace(unseenSigns, '')
    .replace(scheme, '')
    .replace(ats, ' at ')
    .replace(dotBeforeLetter, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
}

const paragraphsOf = (words: string): string[] => words.split(/\n\s*\n/)

/**
 * What a person says in a mail of ours: their paragraphs, without anything that a mail program would turn into a link.
 * Empty lines divide paragraphs.
 */
export function plainParagraphs(words: string): string[] {
  return paragraphsOf(words).map(withoutLinks).filter(Boolean)
}

/**
 * The same for what a person says of the work itself, where signs have a meaning: `1/2`, `<b>`. Only what would be an
 * address is taken apart.
 */
export function unlinkedParagraphs(words: string): string[] {
  return paragraphsOf(words).map(unlinked).filter(Boolean)
}
