import type { Column } from '../schema.ts'
import { type Node, type Query, topLevel } from './ast.ts'
import { normalizeQuery } from './normalize-query.ts'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'
import { QueryError, type QueryField } from './query-error.ts'

/** The three texts of a search; all of them must hold. */
export type QueryTexts = { filter: string; dslFilter: string; q: string }

function isGeography(node: Node): boolean {
  if (node.type === 'and' || node.type === 'or') return node.of.every(isGeography)
  return node.type === 'not' ? isGeography(node.of) : node.type === 'place'
}

const joined = (parts: Node[]): Query => normalizeQuery({ type: 'and', of: parts })

/** The parts of a query: those that only name a place, and the rest. Joined again they mean the same. */
export function splitTree(query: Query): { columns: Query; geography: Query } {
  const parts = topLevel(query)
  return {
    columns: joined(parts.filter((part) => !isGeography(part))),
    geography: joined(parts.filter(isGeography)),
  }
}

/** The two canonical texts of a query: `dslFilter` the geography, `filter` everything else. */
export function splitQuery(query: Query): { filter: string; dslFilter: string } {
  const { columns, geography } = splitTree(query)
  return { filter: printQuery(columns), dslFilter: printQuery(geography) }
}

/** Each of the three texts parsed separately, and the query that all of them make together. */
export type JoinedQuery = { query: Query; parts: Record<QueryField, Query> }

/**
 * Reads a search's three texts and joins them by "and".
 * @throws QueryError with `field` set to the text it is in.
 */
export function joinQueries(texts: Partial<QueryTexts>, columns?: readonly Column[]): JoinedQuery {
  const read = (field: QueryField): Query => {
    try {
      return parseQuery(texts[field] ?? '', columns)
    } catch (error) {
      if (error instanceof QueryError) throw error.inField(field)
      throw error
    }
  }
  const parts = { filter: read('filter'), dslFilter: read('dslFilter'), q: read('q') }
  const all = [parts.filter, parts.dslFilter, parts.q].filter((part) => part !== null)
  return { query: normalizeQuery({ type: 'and', of: all }), parts }
}
