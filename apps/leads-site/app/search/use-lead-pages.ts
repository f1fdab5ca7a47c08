import { DEEPEST_ROW } from '@freeor/leads/query/deepest-row'
import type { Dictionary, SearchAnswer, SearchRow } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useRef, useState } from 'react'
import { searchLeads } from '../api/search.ts'
import { type SearchState, searchRequestOf } from './search-url.ts'

export type LeadPages = {
  rows: SearchRow[]
  hasMore: boolean
  hasFailed: boolean
  loadMore: () => void
}

type Loaded = { of: string; rows: SearchRow[]; hasFailed: boolean }

/** The rows of an answer and those after them, as far as the user has scrolled. */
export function useLeadPages(answer: SearchAnswer, state: SearchState, dictionary: Dictionary): LeadPages {
  // What was loaded after the first rows is still right where the search was read again and found the same.
  const { dataVersion, count } = answer
  const of = JSON.stringify([
    searchRequestOf(state, dictionary),
    dataVersion,
    count,
    answer.rows.map(({ id }) => id),
  ])
  const [loaded, setLoaded] = useState<Loaded>({ of, rows: [], hasFailed: false })
  const asked = useRef<{ of: string; offset: number }>(undefined)
  const own = loaded.of === of ? loaded : { of, rows: [], hasFailed: false }
  const rows = own.rows.length === 0 ? answer.rows : [...answer.rows, ...own.rows]
  const hasMore = rows.length < Math.min(count, DEEPEST_ROW)
  const loadMore = () => {
    const offset = rows.length
    if (!hasMore || (asked.current?.of === of && asked.current.offset === offset)) return
    const page = { of, offset }
    asked.current = page
    const request = { ...searchRequestOf(state, dictionary), facets: [], statuses: false, offset, limit: 50 }
    searchLeads(browserApi(), { dictId: dictionary.dictId, request }).then(
      (next) => {
        // Late: it belongs to a search that was left, or the rows before it are another list now.
        if (asked.current !== page) return
        const isEmpty = next.rows.length === 0
        if (isEmpty) asked.current = undefined
        setLoaded({ of, rows: [...own.rows, ...next.rows], hasFailed: isEmpty })
      },
      () => {
        if (asked.current !== page) return
        asked.current = undefined
        setLoaded({ ...own, hasFailed: true })
      },
    )
  }
  return { rows, hasMore, hasFailed: own.hasFailed, loadMore }
}
