import type { Query } from '@freeor/leads/query/ast'
import { parseQuery } from '@freeor/leads/query/parse-query'
import { QueryError } from '@freeor/leads/query/query-error'
import { joinQueries } from '@freeor/leads/query/split-query'
import type { Column } from '@freeor/leads/schema'
import type { SearchState } from './search-url.ts'

export type Draft = { query: Query; error: undefined } | { query: undefined; error: QueryError }

function attempt(read: () => Query): Draft {
  try {
    return { query: read(), error: undefined }
  } catch (error) {
    if (error instanceof QueryError) return { query: undefined, error }
    throw error
  }
}

/** Reads a text of the query bar. */
export const readDraft = (text: string, columns: readonly Column[]): Draft =>
  attempt(() => parseQuery(text, columns))

/** Reads the address's three texts as the one query they are. */
export const readAddress = (
  state: Pick<SearchState, 'filter' | 'dslFilter' | 'q'>,
  columns: readonly Column[],
): Draft => attempt(() => joinQueries(state, columns).query)
