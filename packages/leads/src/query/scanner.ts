import type { Span } from './ast.ts'
import { QueryError } from './query-error.ts'

/** The parser's position in the text. */
export type Scanner = { readonly text: string; at: number }

/** One value as written: `text` is its meaning, `isQuoted` says whether operators in it are plain letters. */
export type Item = Span & { text: string; isQuoted: boolean; hasStar: boolean }

const escapes: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', t: '\t', r: '\r' }
/** Control characters except tab and line ends. */
const controls = /[^\P{Cc}\t\n\r]/u

/** @throws QueryError for a text that no query can hold: too long, control characters, broken Unicode. */
export function openScanner(text: string, maxCharacters: number): Scanner {
  if (text.length > maxCharacters) {
    throw new QueryError(
      `A query may have at most ${maxCharacters} characters; put long ZIP lists in an uploaded list`,
      { position: maxCharacters, length: text.length - maxCharacters },
    )
  }
  const control = controls.exec(text)
  if (control)
    throw new QueryError('A query cannot hold control characters', { position: control.index, length: 1 })
  if (!text.isWellFormed()) {
    const position = text
      .toWellFormed()
      .split('')
      .findIndex((unit, i) => unit !== text[i])
    throw new QueryError('A query cannot hold half a character', { position, length: 1 })
  }
  return { text, at: 0 }
}

export const peek = (s: Scanner): string => s.text[s.at] ?? ''
export const isAtEnd = (s: Scanner): boolean => s.at >= s.text.length
export const isSpace = (char: string): boolean => /^\s$/u.test(char)

export function skipSpace(s: Scanner): void {
  while (isSpace(peek(s))) s.at++
}

/** The range from `position` to the scanner's position. */
export const spanFrom = (s: Scanner, position: number): Span => ({ position, length: s.at - position })

export const isQuote = (char: string): boolean => char === '"' || char === '\u201c' || char === '\u201d'

/** Whether a bare value or word ends before this character. */
export const isDelimiter = (char: string): boolean =>
  char === '' || char === ',' || char === '(' || char === ')' || isQuote(char) || isSpace(char)

/** Reads `"…"` (also “…”, as phones type it) with its escapes. */
export function readQuoted(s: Scanner): string {
  const start = s.at
  const close = peek(s) === '"' ? /["]/ : /[\u201c\u201d"]/
  s.at++
  let value = ''
  while (!isAtEnd(s)) {
    const char = peek(s)
    s.at++
    if (close.test(char)) return value
    if (char !== '\\') {
      value += char
      continue
    }
    const escaped = escapes[peek(s)]
    if (escaped === undefined) {
      throw new QueryError(
        'A backslash in quotes stands before ", \\, n, t or r',
        { position: s.at - 1, length: isAtEnd(s) ? 1 : 2 },
        ['\\"', '\\\\'],
      )
    }
    value += escaped
    s.at++
  }
  throw new QueryError('This quotation is never closed', { position: start, length: s.at - start }, ['"'])
}

/** Reads up to the next delimiter. */
export function readBare(s: Scanner): string {
  const start = s.at
  while (!isDelimiter(peek(s))) s.at++
  return s.text.slice(start, s.at)
}

/** Reads one value: quoted or bare, with `*` after it for "starts with". */
export function readItem(s: Scanner, expected: readonly string[]): Item {
  const position = s.at
  if (isQuote(peek(s))) {
    const text = readQuoted(s)
    const hasStar = peek(s) === '*'
    if (hasStar) s.at++
    if (!isDelimiter(peek(s)) || isQuote(peek(s)) || peek(s) === '(') throw unexpected(s, ['a space', ','])
    return {
      text: requireText(text, spanFrom(s, position)),
      isQuoted: true,
      hasStar,
      ...spanFrom(s, position),
    }
  }
  const raw = readBare(s)
  const span = spanFrom(s, position)
  if (raw === '') {
    const found = isAtEnd(s) ? 'the query ends' : `there is "${peek(s)}"`
    throw new QueryError(`A value is missing: ${found}`, here(s), expected)
  }
  if (peek(s) === '(' || isQuote(peek(s))) throw unexpected(s, ['quotes around the whole value'])
  const hasStar = raw.endsWith('*')
  const text = hasStar ? raw.slice(0, -1) : raw
  const star = text.indexOf('*')
  if (star >= 0) {
    throw new QueryError('* stands alone or at the end of a value; put quotes around a * that is meant', {
      position: position + star,
      length: 1,
    })
  }
  return { text: requireText(text, span), isQuoted: false, hasStar, ...span }
}

function requireText(text: string, span: Span): string {
  if (text.trim() === '') {
    throw new QueryError('A value cannot be empty; -column:* finds leads without one', span, ['a value', '*'])
  }
  return text
}

/** The character at the scanner's position, or the end of the text. */
export const here = (s: Scanner): Span => ({ position: s.at, length: isAtEnd(s) ? 0 : 1 })

export function unexpected(s: Scanner, expected: readonly string[]): QueryError {
  const message = isAtEnd(s) ? 'The query ends too early' : `"${peek(s)}" cannot stand here`
  return new QueryError(message, here(s), expected)
}
