import type { Column } from '../schema.ts'
import {
  type Clause,
  type Node,
  noteName,
  type Query,
  queryLimits,
  registryName,
  type Span,
  statusName,
  versionKinds,
} from './ast.ts'
import { type ClauseSpans, checkQuery } from './check-query.ts'
import { readNote, readStatuses } from './lead-notes.ts'
import { normalizeQuery } from './normalize-query.ts'
import { isOwnList, readOwnLists } from './own-lists.ts'
import { readMatch } from './parse-match.ts'
import { isListPlace, isShape, listPlace, readShape } from './parse-place.ts'
import { printQuery } from './print-query.ts'
import { toBoolean } from './quantity.ts'
import { QueryError } from './query-error.ts'
import {
  here,
  isAtEnd,
  isDelimiter,
  isQuote,
  openScanner,
  peek,
  readBare,
  readQuoted,
  type Scanner,
  skipSpace,
  spanFrom,
  unexpected,
} from './scanner.ts'

type Parser = Scanner & {
  readonly spans: Map<Clause, ClauseSpans>
  depth: number
  nodes: number
  values: number
}

const clauseHints = ['a word', 'column:value', '-', '('] as const

/**
 * Reads a query text into its normal form; `null` for an empty text. With `columns`, names and values are
 * checked against the dictionary as well.
 * @throws QueryError with the position of what could not be read.
 */
export function parseQuery(text: string, columns?: readonly Column[]): Query {
  const spans = new Map<Clause, ClauseSpans>()
  const p: Parser = { ...openScanner(text, queryLimits.characters), spans, depth: 0, nodes: 0, values: 0 }
  skipSpace(p)
  if (isAtEnd(p)) return null
  const node = parseOr(p)
  skipSpace(p)
  if (!isAtEnd(p)) {
    if (peek(p) === ')') throw new QueryError('This parenthesis was never opened', here(p))
    throw unexpected(p, clauseHints)
  }
  checkDepth(p, node, 1)
  if (columns) checkQuery(node, columns, (clause) => spans.get(clause))
  const query = normalizeQuery(node)
  const excess = printQuery(query).length - queryLimits.characters
  if (excess > 0) {
    throw new QueryError(`A query may have at most ${queryLimits.characters} characters, spelt out in full`, {
      position: 0,
      length: text.length,
    })
  }
  return query
}

/** @throws QueryError at the first clause that is nested too deep. */
function checkDepth(p: Parser, node: Node, depth: number): void {
  if (node.type === 'and' || node.type === 'or') for (const child of node.of) checkDepth(p, child, depth + 1)
  else if (node.type === 'not') checkDepth(p, node.of, depth + 1)
  else if (depth > queryLimits.depth) {
    const span = p.spans.get(node)?.whole ?? here(p)
    throw new QueryError(`A query may be nested at most ${queryLimits.depth} deep`, span)
  }
}

export type ParseResult = { ok: true; query: Query } | { ok: false; error: QueryError }

/** `parseQuery` for callers that show the error, such as the query bar. */
export function tryParseQuery(text: string, columns?: readonly Column[]): ParseResult {
  try {
    return { ok: true, query: parseQuery(text, columns) }
  } catch (error) {
    if (error instanceof QueryError) return { ok: false, error }
    throw error
  }
}

function parseOr(p: Parser): Node {
  const of = [parseAnd(p)]
  while (takeKeyword(p, 'or')) of.push(parseAnd(p))
  const [only] = of
  return of.length === 1 && only ? only : counted(p, { type: 'or', of })
}

function parseAnd(p: Parser): Node {
  const of = [parseUnary(p)]
  while (!isAndOver(p)) {
    takeKeyword(p, 'and')
    of.push(parseUnary(p))
  }
  const [only] = of
  return of.length === 1 && only ? only : counted(p, { type: 'and', of })
}

function isAndOver(p: Parser): boolean {
  skipSpace(p)
  if (isAtEnd(p) || peek(p) === ')') return true
  const at = p.at
  const isOr = takeKeyword(p, 'or')
  p.at = at
  return isOr
}

/** Takes the word `or` / `and` when it is here as a separate word. */
function takeKeyword(p: Parser, word: 'or' | 'and'): boolean {
  skipSpace(p)
  const found = p.text.slice(p.at, p.at + word.length)
  if (found.toLowerCase() !== word || !isDelimiter(p.text[p.at + word.length] ?? '')) return false
  p.at += word.length
  return true
}

function parseUnary(p: Parser): Node {
  skipSpace(p)
  const char = peek(p)
  if (char === '-') {
    const minus = p.at
    p.at++
    if (isAtEnd(p) || /^\s$/u.test(peek(p))) {
      throw new QueryError('- stands right before what it excludes', { position: minus, length: 1 }, [
        '-column:value',
      ])
    }
    return nested(p, minus, () => counted(p, { type: 'not', of: parseUnary(p) }))
  }
  if (char === '(') return parseGroup(p)
  return parseClause(p)
}

function parseGroup(p: Parser): Node {
  const open = p.at
  p.at++
  return nested(p, open, () => {
    const node = parseOr(p)
    skipSpace(p)
    if (peek(p) !== ')') {
      if (!isAtEnd(p)) throw unexpected(p, [')', ...clauseHints])
      throw new QueryError('This parenthesis is never closed', { position: open, length: 1 }, [')'])
    }
    p.at++
    return node
  })
}

function nested(p: Parser, position: number, read: () => Node): Node {
  p.depth++
  // Guards the recursion against "((((…": parentheses around one clause add no depth to the tree.
  if (p.depth > 4 * queryLimits.depth) {
    throw new QueryError('Too many parentheses', { position, length: 1 })
  }
  const node = read()
  p.depth--
  return node
}

function counted(p: Parser, node: Node): Node {
  p.nodes++
  if (p.nodes > queryLimits.nodes) {
    throw new QueryError(`A query may have at most ${queryLimits.nodes} parts`, { position: p.at, length: 0 })
  }
  return node
}

function parseClause(p: Parser): Node {
  const position = p.at
  if (isQuote(peek(p))) {
    const text = readQuoted(p)
    if (peek(p) === ':')
      throw new QueryError('A column is written without quotes', spanFrom(p, position), ['column:value'])
    return addWord(p, text, spanFrom(p, position))
  }
  const name = /^[a-z][a-z0-9_]*(?=:)/iu.exec(p.text.slice(p.at))?.[0]
  if (name === undefined) return parseWord(p)
  p.at += name.length + 1
  const nameSpan = { position, length: name.length }
  skipSpace(p)
  return parseNamed(p, name.toLowerCase(), nameSpan)
}

function parseWord(p: Parser): Node {
  const position = p.at
  const word = readBare(p)
  if (word === '' || peek(p) === '(' || isQuote(peek(p))) throw unexpected(p, clauseHints)
  const span = spanFrom(p, position)
  if (peek(p) === ',') {
    throw new QueryError('A list needs its column; put quotes around a text with a comma', span, [
      'column:a,b',
      '"a, b"',
    ])
  }
  if (/^(?:or|and)$/i.test(word)) {
    throw new QueryError(
      `"${word}" joins two parts; put quotes around it to look for the word`,
      span,
      clauseHints,
    )
  }
  if (word.startsWith(':') || /[*]/.test(word))
    throw new QueryError('A column is missing here', span, ['column:value'])
  return addWord(p, word, span)
}

function addWord(p: Parser, text: string, span: Span): Node {
  if (text.trim() === '') throw new QueryError('Nothing to look for', span, clauseHints)
  return add(p, { type: 'text', text }, { whole: span, name: span, values: [span] })
}

function parseNamed(p: Parser, name: string, nameSpan: Span): Node {
  const whole = () => spanFrom(p, nameSpan.position)
  if (isShape(name)) {
    const place = readShape(p, name)
    return add(p, place, { whole: whole(), name: nameSpan, values: [whole()] })
  }
  const { match, spans, items } = readMatch(p)
  countValues(p, spans)
  const versionKind = versionKinds.find((kind) => kind === name)
  if (versionKind) {
    const version = /^v?([1-9]\d{0,8})$/i.exec(
      match.op === 'any' && items.length === 1 ? (items[0]?.text ?? '') : '',
    )?.[1]
    if (version === undefined) throw new QueryError('A version is written v1, v2, …', whole(), [`${name}:v1`])
    return add(
      p,
      { type: 'version', kind: versionKind, version: Number(version) },
      { whole: whole(), name: nameSpan, values: spans },
    )
  }
  if (name === registryName) {
    const isOn = match.op === 'any' && items.length === 1 ? toBoolean(items[0]?.text ?? '') : undefined
    if (isOn === undefined)
      throw new QueryError('Whether a number is on the do-not-call registry is yes or no', whole(), [
        `${name}:yes`,
        `${name}:no`,
      ])
    const clause = add(p, { type: 'registry' }, { whole: whole(), name: nameSpan, values: spans })
    return isOn ? clause : counted(p, { type: 'not', of: clause })
  }
  if (name === statusName) {
    const clause = readStatuses(match, items, whole())
    return add(p, clause, { whole: whole(), name: nameSpan, values: spans })
  }
  if (name === noteName)
    return add(p, readNote(match, whole()), { whole: whole(), name: nameSpan, values: spans })
  if (isOwnList(name, items))
    return add(p, readOwnLists(items), { whole: whole(), name: nameSpan, values: spans })
  const isZipPrefix = name === 'zip' && match.op === 'starts' && items[0]?.isQuoted === false
  if (isListPlace(name) && (match.op === 'any' || isZipPrefix)) {
    return add(p, listPlace(name, items), { whole: whole(), name: nameSpan, values: spans })
  }
  const star = items.length > 1 ? items.find((item) => item.hasStar) : undefined
  if (star) throw new QueryError('"Starts with" cannot be part of a list; join them with "or"', star, ['or'])
  return add(p, { type: 'column', column: name, match }, { whole: whole(), name: nameSpan, values: spans })
}

function countValues(p: Parser, spans: readonly Span[]): void {
  p.values += spans.length
  const over = p.values - queryLimits.values
  if (over > 0) {
    const span = spans[spans.length - over] ?? here(p)
    throw new QueryError(
      `A query may list at most ${queryLimits.values} values; upload a long ZIP list`,
      span,
    )
  }
}

function add(p: Parser, clause: Clause, spans: ClauseSpans): Node {
  p.spans.set(clause, spans)
  return counted(p, clause)
}
