import type { Dictionary, LeadRow, SearchAnswer } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useRef, useState } from 'react'
import { searchLeads } from '../api/search.ts'
import { type SearchState, searchRequestOf } from './search-url.ts'

/** How far the rows can be read: the API's last offset and its page. */
const deepest = 1050

export type LeadPages = {
  rows: LeadRow[]
  hasMore: boolean
  hasFailed: boolean
  loadMore: () => void
}

type Loaded = { of: SearchAnswer; rows: LeadRow[]; hasFailed: boolean }

/** The rows of an answer and those after them, as far as the user has scrolled. */
export function useLeadPages(answer: SearchAnswer, state: SearchState, dictionary: Dictionary): LeadPages {
  const [loaded, setLoaded] = useState<Loaded>({ of: answer, rows: [], hasFailed: false })
  const asked = useRef<{ of: SearchAnswer; offset: number }>(undefined)
  const own = loaded.of === answer ? loaded : { of: answer, rows: [], hasFailed: false }
  const rows = own.rows.length === 0 ? answer.rows : [...answer.rows, ...own.rows]
  const hasMore = rows.length < Math.min(answer.count, deepest)
  const loadMore = () => {
    const offset = rows.length
    if (!hasMore || (asked.current?.of === answer && asked.current.offset === offset)) return
    asked.current = { of: answer, offset }
    const request = { ...searchRequestOf(state, dictionary), facets: [], offset, limit: 50 }
    searchLeads(browserApi(), { dictId: dictionary.dictId, request }).then(
      (next) =>
        setLoaded({ of: answer, rows: [...own.rows, ...next.rows], hasFailed: next.rows.length === 0 }),
      () => {
        asked.current = undefined
        setLoaded({ ...own, hasFailed: true })
      },
    )
  }
  return { rows, hasMore, hasFailed: own.hasFailed, loadMore }
}
