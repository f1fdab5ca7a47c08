import { isSearchableText } from '../dictionaries/lead-table.ts'
import type { Column, ColumnKind } from '../schema.ts'
import {
  type Clause,
  type ColumnClause,
  clausesOf,
  type Match,
  type Query,
  type Span,
  topLevel,
} from './ast.ts'
import { nearNames } from './near-names.ts'
import { dateSpan, toBoolean, toNumber } from './quantity.ts'
import { QueryError } from './query-error.ts'

/** The position of a clause in the text: its name and each of its values. */
export type ClauseSpans = { whole: Span; name: Span; values: readonly Span[] }
export type FindSpans = (clause: Clause) => ClauseSpans | undefined

const nowhere: ClauseSpans = {
  whole: { position: 0, length: 0 },
  name: { position: 0, length: 0 },
  values: [],
}

/** The columns searched for a bare word: the first four that are free text, else categories. */
export function wordColumns(columns: readonly Column[]): Column[] {
  const texts = columns.filter(isSearchableText)
  const categories = columns.filter((column) => column.kind === 'category' && !column.contact)
  return (texts.length > 0 ? texts : categories).slice(0, 4)
}

/**
 * Checks that a query can be run on a dictionary's columns.
 * @throws QueryError naming the clause, with its place in the text when `findSpans` knows it.
 */
export function checkQuery(
  query: Query,
  columns: readonly Column[],
  findSpans: FindSpans = () => undefined,
): void {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  for (const clause of clausesOf(query)) {
    const spans = findSpans(clause) ?? nowhere
    if (clause.type === 'text' && wordColumns(columns).length === 0) {
      throw new QueryError('This dataset has no text column to look for a word in', spans.whole, [
        'column:value',
      ])
    }
    if (clause.type !== 'column') continue
    const column = byKey.get(clause.column)
    if (!column) throw unknownColumn(clause, spans, columns)
    checkMatch(column, clause.match, spans)
  }
  checkGone(query, findSpans)
}

function unknownColumn(clause: ColumnClause, spans: ClauseSpans, columns: readonly Column[]): QueryError {
  const near = nearNames(
    clause.column,
    columns.map((column) => column.key),
  )
  return new QueryError(`This dataset has no column "${clause.column}"`, spans.name, near)
}

/** `gone:` says which leads are searched, so it cannot be one side of an "or" or excluded. */
function checkGone(query: Query, findSpans: FindSpans): void {
  const top = new Set<unknown>(topLevel(query))
  let seen = 0
  for (const clause of clausesOf(query)) {
    if (clause.type !== 'version' || clause.kind !== 'gone') continue
    const span = (findSpans(clause) ?? nowhere).whole
    if (!top.has(clause)) throw new QueryError('gone: cannot stand in parentheses or be excluded', span)
    seen++
    if (seen > 1) throw new QueryError('gone: can be said once', span)
  }
}

const textual: readonly Match['op'][] = ['any', 'contains', 'starts', 'present']
const measured: readonly Match['op'][] = ['any', 'range', 'present']

/** What can be searched in a kind of column. */
export function opsOf(kind: ColumnKind): readonly Match['op'][] {
  switch (kind) {
    case 'number':
    case 'money':
    case 'lat':
    case 'lon':
    case 'date':
      return measured
    case 'boolean':
      return ['any', 'present']
    default:
      return textual
  }
}

const examples: Record<Match['op'], string> = {
  any: 'column:value',
  range: 'column:1..5',
  contains: 'column:~text',
  starts: 'column:text*',
  present: 'column:*',
}

function checkMatch(column: Column, match: Match, spans: ClauseSpans): void {
  if (column.contact && match.op !== 'present') {
    throw new QueryError(
      `"${column.key}" is a contact column: only whether it is there can be asked`,
      spans.values[0] ?? spans.whole,
      [`${column.key}:*`],
    )
  }
  const ops = opsOf(column.kind)
  if (!ops.includes(match.op)) {
    throw new QueryError(
      `"${column.key}" holds ${column.kind} values and cannot be asked like this`,
      spans.values[0] ?? spans.whole,
      ops.map((op) => examples[op].replace('column', column.key)),
    )
  }
  if (match.op === 'any') {
    for (const [i, value] of match.values.entries()) checkValue(column, value, spans.values[i] ?? spans.whole)
  }
  if (match.op === 'range') {
    for (const bound of [match.from, match.to])
      if (bound) checkValue(column, bound.value, spans.values[0] ?? spans.whole)
  }
}

function checkValue(column: Column, value: string, span: Span): void {
  const expected = expectedValue(column.kind, value)
  if (expected !== undefined) {
    throw new QueryError(`"${value}" is not ${expected.what}`, span, expected.examples)
  }
}

function expectedValue(kind: ColumnKind, value: string): { what: string; examples: string[] } | undefined {
  switch (kind) {
    case 'number':
    case 'money':
    case 'lat':
    case 'lon':
      return toNumber(value) === undefined ? { what: 'a number', examples: ['50', '1.5M'] } : undefined
    case 'date':
      return dateSpan(value) ? undefined : { what: 'a date', examples: ['2024', '2024-05', '2024-05-31'] }
    case 'boolean':
      return toBoolean(value) === undefined ? { what: 'yes or no', examples: ['yes', 'no'] } : undefined
    default:
      return undefined
  }
}
