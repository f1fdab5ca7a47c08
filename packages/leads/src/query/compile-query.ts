import { columnName, isSearchableText, isTextual } from '../dictionaries/lead-table.ts'
import { isMarked, type Marks } from '../do-not-call/registry-tables.ts'
import type { Column } from '../schema.ts'
import type { Bound, Clause, ColumnClause, Match, Node, Query, VersionClause } from './ast.ts'
import { type Binder, openBinder, type Params } from './binder.ts'
import { wordColumns } from './check-query.ts'
import { compilePlace } from './compile-place.ts'
import { compileNotes, type LeadNotes } from './lead-notes.ts'
import { compileOwnLists, type KnownOwnLists } from './own-lists.ts'
import type { KnownZipLists, PlaceLookup } from './place-lookup.ts'
import { dateSpan, toBoolean, toNumber } from './quantity.ts'
import { inOne, joined, type Steps } from './steps.ts'

export type CompileContext = {
  columns: readonly Column[]
  places: PlaceLookup
  zipLists: KnownZipLists
  /** The rows whose numbers are on the do-not-call registry; needed by a query that asks for them. */
  marks?: Marks | undefined
  ownLists: KnownOwnLists
  /** The company's statuses and notes; needed by a query that asks for them. */
  notes?: LeadNotes | undefined
}

/** A condition over the columns of a version's table, always 0 or 1 and never NULL; values are bound. */
export type Condition = { sql: string; params: Params }

/**
 * Compiles a checked query (`checkQuery`, `checkPlaces`) into a condition. Names come only from the dictionary and this
 * file; everything that a person wrote is a bound parameter. The caller handles `gone:`; here it is always true.
 */
export function compileQuery(query: Query, context: CompileContext): Condition {
  const binder = openBinder()
  const sql = query === null ? '1' : compileNode(query, context, binder)
  return { sql, params: binder.params }
}

/** One part of a query, its parameters added to `binder`. */
export function compileNode(node: Node, context: CompileContext, binder: Binder): string {
  switch (node.type) {
    case 'and':
      return `(${node.of.map((child) => compileNode(child, context, binder)).join(' AND ')})`
    case 'or':
      return `(${node.of.map((child) => compileNode(child, context, binder)).join(' OR ')})`
    case 'not':
      return `NOT ${compileNode(node.of, context, binder)}`
    default:
      return `(${joined(compileClause(node, context, binder))})`
  }
}

/** The same part as `compileNode`, in steps. */
export function compileSteps(node: Node, context: CompileContext, binder: Binder): Steps {
  if (node.type === 'and' || node.type === 'or' || node.type === 'not')
    return inOne(compileNode(node, context, binder))
  const { first, rest } = compileClause(node, context, binder)
  return { first: `(${first})`, rest: rest === undefined ? undefined : `(${rest})` }
}

function compileClause(clause: Clause, context: CompileContext, binder: Binder): Steps {
  switch (clause.type) {
    case 'text':
      return inOne(
        anyOf(
          wordColumns(context.columns).map(
            (column) => `(${joined(contains(columnName(column), clause.text, binder))})`,
          ),
        ),
      )
    case 'column':
      return compileColumn(clause, context.columns, binder)
    case 'place':
      return compilePlace(clause, context, binder)
    case 'list':
      return inOne(compileOwnLists(clause, context.ownLists, binder))
    case 'version':
      return inOne(compileVersion(clause, binder))
    case 'status':
    case 'note':
      return inOne(compileNotes(clause, context.notes, binder))
    case 'registry':
      // Without a registry the search was refused before.
      return inOne(context.marks ? isMarked(context.marks) : '0')
    default:
      return clause satisfies never
  }
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '0' : conditions.join(' OR ')

/** Escapes what LIKE reads as a wildcard. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** What the text index takes for a word. */
const words = /[a-z0-9\u0080-\u{10ffff}]{2,}/gu

/**
 * LIKE on `lowerUTF8(c)` is the only form that the text index answers, for a text within a word. A text of several
 * words is searched in the cells that hold its longest word, which the index knows.
 */
function contains(name: string, text: string, binder: Binder): Steps {
  const wanted = text.toLowerCase()
  const [longest] = (wanted.match(words) ?? []).toSorted((a, b) => b.length - a.length)
  const like = (part: string) => `lowerUTF8(${name}) LIKE ${binder.bind('String', `%${likeText(part)}%`)}`
  return longest === undefined || longest === wanted
    ? inOne(like(wanted))
    : { first: like(longest), rest: like(wanted) }
}

function compileColumn(clause: ColumnClause, columns: readonly Column[], binder: Binder): Steps {
  const column = columns.find(({ key }) => key === clause.column)
  if (!column || !/^[a-z][a-z0-9_]*$/.test(column.key)) return inOne('0')
  const name = columnName(column)
  if (clause.match.op === 'present')
    return inOne(isTextual(column.kind) ? `notEmpty(${name})` : `isNotNull(${name})`)
  // Only the presence of a contact cell may be searched; anything else was refused before.
  if (column.contact) return inOne('0')
  if (isTextual(column.kind)) return compileText(name, clause.match, column, binder)
  return inOne(`ifNull(${compileMeasure(name, clause.match, column, binder)}, 0)`)
}

function compileText(name: string, match: Match, column: Column, binder: Binder): Steps {
  switch (match.op) {
    case 'any': {
      const values = match.values.map((value) => value.toLowerCase())
      const [first = ''] = values
      if (values.length === 1) return inOne(`lowerUTF8(${name}) = ${binder.bind('String', first)}`)
      return inOne(`lowerUTF8(${name}) IN ${binder.bind('Array(String)', values)}`)
    }
    case 'contains':
      return contains(name, match.text, binder)
    case 'starts': {
      const text = match.text.toLowerCase()
      const starts = `startsWith(lowerUTF8(${name}), ${binder.bind('String', text)})`
      // Uses the index: a cell that starts with a text contains it.
      return isSearchableText(column) && [...text].length >= 3
        ? { first: contains(name, text, binder).first, rest: starts }
        : inOne(starts)
    }
    default:
      return inOne('0')
  }
}

function compileMeasure(name: string, match: Match, column: Column, binder: Binder): string {
  if (column.kind === 'date') return compileDate(name, match, binder)
  if (match.op === 'any' && column.kind === 'boolean') {
    const values = match.values.flatMap((value) => toBoolean(value) ?? [])
    return anyOf(values.map((value) => `${name} = ${value ? 'true' : 'false'}`))
  }
  if (match.op === 'any') {
    return `${name} IN ${binder.bind(
      'Array(Float64)',
      match.values.flatMap((value) => toNumber(value) ?? []),
    )}`
  }
  if (match.op !== 'range') return '0'
  const side = (bound: Bound | undefined, operator: '>' | '<'): string[] => {
    const value = bound && toNumber(bound.value)
    if (!bound || value === undefined) return []
    return [`${name} ${operator}${bound.inclusive ? '=' : ''} ${binder.bind('Float64', value)}`]
  }
  return [...side(match.from, '>'), ...side(match.to, '<')].join(' AND ')
}

function compileDate(name: string, match: Match, binder: Binder): string {
  if (match.op === 'any') {
    const spans = match.values.flatMap((value) => dateSpan(value) ?? [])
    return anyOf(
      spans.map(
        ({ first, last }) =>
          `(${name} >= ${binder.bind('Date32', first)} AND ${name} <= ${binder.bind('Date32', last)})`,
      ),
    )
  }
  if (match.op !== 'range') return '0'
  const from = match.from && dateSpan(match.from.value)
  const to = match.to && dateSpan(match.to.value)
  const sides: string[] = []
  if (from) {
    sides.push(
      match.from?.inclusive
        ? `${name} >= ${binder.bind('Date32', from.first)}`
        : `${name} > ${binder.bind('Date32', from.last)}`,
    )
  }
  if (to) {
    sides.push(
      match.to?.inclusive
        ? `${name} <= ${binder.bind('Date32', to.last)}`
        : `${name} < ${binder.bind('Date32', to.first)}`,
    )
  }
  return sides.join(' AND ')
}

function compileVersion({ kind, version }: VersionClause, binder: Binder): string {
  if (kind === 'gone') return '1'
  const after = binder.bind('UInt32', version)
  return kind === 'since' ? `first_seen > ${after}` : `first_seen <= ${after} AND changed > ${after}`
}
