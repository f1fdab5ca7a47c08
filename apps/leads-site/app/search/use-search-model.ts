import type { Query } from '@freeor/leads/query/ast'
import type { Column } from '@freeor/leads/schema'
import { type Undo, useUndo } from '@freeor/ui/use-undo'
import { texts } from '../texts.ts'
import { withoutPart } from './edit-query.ts'
import type { SearchPage } from './search-page.ts'
import { type ColumnState, useColumnChoice } from './use-column-choice.ts'
import { useQuery } from './use-query.ts'
import { type Search, useSearch } from './use-search.ts'

/** What the parts of the search screen share: the page's answer, and the search of the address with its edits. */
export type SearchModel = Search & {
  page: SearchPage
  /** The columns of the table, in order. */
  columns: readonly Column[]
  columnState: ColumnState
  /** Undefined while the text cannot be read: `error` says where. */
  query: Query | undefined
  /** The part of the query that says where. */
  geography: Query | undefined
  error: ReturnType<typeof useQuery>['error']
  /** Changes to another query; with `replace`, in place of the last one in the history. */
  set(query: Query, replace?: boolean): void
  setGeography(geography: Query): void
  /** Removes the part of this canonical text from the query. */
  drop(text: string): void
  /** As `drop`, several parts at once. */
  dropAll(parts: readonly string[]): void
  clear(): void
  /** As `setGeography`, for a removal: `text` says what was removed. */
  dropPlace(geography: Query, text: string): void
  /** The last removal, while it can be undone. */
  undo: Undo
}

/** The owner of the search screen's state. It is the address; only the offer to undo is not in it. */
export function useSearchModel(page: SearchPage): SearchModel {
  const { dictionary } = page
  const search = useSearch()
  const { state, change } = search
  const { query, error, geography, set, setGeography } = useQuery(dictionary, search)
  const undo = useUndo()
  const columnState = useColumnChoice({
    dictionary,
    columns: state.columns,
    kept: page.keptColumns,
    onChange: (columns) => change({ columns }, { replace: true }),
  })
  /** The previous search comes back completely, also as the saved search that it was. */
  const offerBack = (text: string) => {
    const { filter, dslFilter, q, savedSearch, uid } = state
    undo.propose({ text, undo: () => change({ filter, dslFilter, q, savedSearch, uid }) })
  }
  const dropAll = (parts: readonly string[]) => {
    set(parts.reduce<Query>(withoutPart, query ?? null))
    offerBack(texts.search.dropped(parts.join(' ')))
  }
  return {
    ...search,
    page,
    columns: columnState.chosen,
    columnState,
    query,
    error,
    geography,
    // A later edit builds on the removal: undoing it now would undo that edit too.
    set: (next, replace) => {
      undo.end()
      set(next, replace)
    },
    setGeography: (next) => {
      undo.end()
      setGeography(next)
    },
    drop: (text) => dropAll([text]),
    dropAll,
    clear: () => {
      set(null)
      offerBack(texts.search.cleared)
    },
    dropPlace: (next, text) => {
      setGeography(next)
      offerBack(text)
    },
    undo,
  }
}
