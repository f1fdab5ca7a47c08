import type { Bound, Match, Span } from './ast.ts'
import { plainBound } from './quantity.ts'
import { QueryError } from './query-error.ts'
import {
  type Item,
  isDelimiter,
  peek,
  readBare,
  readItem,
  type Scanner,
  skipSpace,
  spanFrom,
} from './scanner.ts'

const valueHints = ['a value', '"a quoted value"', '~text', 'text*', '*', '1..5', '>1'] as const

/** What follows `column:`, and the position of each value in it. */
export type ParsedMatch = { match: Match; spans: Span[]; items: Item[] }

/** Reads `a,b` `"a b"` `1..5` `>3` `~x` `x*` or `*`. */
export function readMatch(s: Scanner): ParsedMatch {
  const position = s.at
  const first = peek(s)
  if (first === '*' && isDelimiter(s.text[s.at + 1] ?? '')) {
    s.at++
    return alone(s, { match: { op: 'present' }, spans: [spanFrom(s, position)], items: [] })
  }
  if (first === '~') {
    s.at++
    const item = readItem(s, ['the text to look for'])
    if (item.hasStar)
      throw new QueryError('~ already finds the text anywhere: leave out the *', item, ['~text'])
    return alone(s, { match: { op: 'contains', text: item.text }, spans: [item], items: [] })
  }
  if (first === '>' || first === '<' || /^[^\s,()"]*\.\./u.test(s.text.slice(s.at))) {
    return alone(s, readRange(s))
  }
  return readList(s)
}

function readList(s: Scanner): ParsedMatch {
  const items = [readItem(s, valueHints)]
  skipSpaceBefore(s, ',')
  while (peek(s) === ',') {
    s.at++
    skipSpace(s)
    items.push(readItem(s, ['another value']))
    skipSpaceBefore(s, ',')
  }
  const [only] = items
  if (items.length === 1 && only?.hasStar) {
    return { match: { op: 'starts', text: only.text }, spans: [only], items }
  }
  return { match: { op: 'any', values: items.map((item) => item.text) }, spans: items, items }
}

/** Skips space only when `char` follows it. */
function skipSpaceBefore(s: Scanner, char: string): void {
  const at = s.at
  skipSpace(s)
  if (peek(s) !== char) s.at = at
}

/** @throws QueryError when a list continues after something that must be alone. */
function alone(s: Scanner, parsed: ParsedMatch): ParsedMatch {
  if (peek(s) === ',') {
    throw new QueryError('Only plain values can be listed with commas; join the rest with "or"', here1(s), [
      'a space',
      'or',
    ])
  }
  return parsed
}

const here1 = (s: Scanner): Span => ({ position: s.at, length: 1 })

function readRange(s: Scanner): ParsedMatch {
  const position = s.at
  const raw = readBare(s)
  const span = spanFrom(s, position)
  const dots = raw.indexOf('..')
  if (dots < 0) {
    const operator = /^(?:>=|<=|>|<)/.exec(raw)?.[0] ?? ''
    const bound = readBound(raw.slice(operator.length), position + operator.length, operator.endsWith('='))
    return {
      match: operator.startsWith('>') ? { op: 'range', from: bound } : { op: 'range', to: bound },
      spans: [span],
      items: [],
    }
  }
  const left = /^(>?=?)(.*)$/su.exec(raw.slice(0, dots))
  const right = /^(<?=?)(.*)$/su.exec(raw.slice(dots + 2))
  const [, leftSign = '', leftText = ''] = left ?? []
  const [, rightSign = '', rightText = ''] = right ?? []
  if (leftText === '' && rightText === '') {
    throw new QueryError('A range needs a lower or an upper end', span, ['1..5', '1..', '..5'])
  }
  const match: Match = { op: 'range' }
  if (leftText !== '') match.from = readBound(leftText, position + leftSign.length, leftSign !== '>')
  if (rightText !== '') {
    match.to = readBound(rightText, position + dots + 2 + rightSign.length, rightSign !== '<')
  }
  return { match, spans: [span], items: [] }
}

function readBound(text: string, position: number, inclusive: boolean): Bound {
  const value = plainBound(text)
  if (value === undefined) {
    const message = text === '' ? 'A number or a date is missing' : `"${text}" is neither a number nor a date`
    throw new QueryError(`${message}; put quotes around a text`, { position, length: text.length }, [
      'a number',
      'a date like 2024-05-31',
    ])
  }
  return { value, inclusive }
}
