import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { readSearch, writeSearch } from './search-url.ts'

/** Where a saved search opens: its own dictionary, under its owner. */
export const addressOf = ({ id, uid, queryUrl }: SavedSearch): string =>
  `/_search/${encodeURIComponent(queryUrl.dictId)}?${new URLSearchParams({ savedSearch: id, uid })}`

/** What an address that names a saved search leads to. */
export type SavedTarget = { kind: 'not_found' } | { kind: 'here' } | { kind: 'there'; address: string }

/**
 * Whether an address is that of the saved search it names. `uid` must name the owner. In another dictionary the search
 * would ask for columns that are not there, so it opens in its own, as it was saved. In its own it brings its query,
 * unless the address already has one.
 */
export function targetOf(saved: SavedSearch, { dictId, url }: { dictId: string; url: URL }): SavedTarget {
  const state = readSearch(url.searchParams)
  if (state.uid !== null && state.uid !== saved.uid) return { kind: 'not_found' }
  if (saved.queryUrl.dictId !== dictId) return { kind: 'there', address: addressOf(saved) }
  if (url.searchParams.has('filter') || url.searchParams.has('dslFilter')) return { kind: 'here' }
  const { filter, dslFilter } = saved.queryUrl
  return { kind: 'there', address: `${url.pathname}?${writeSearch({ ...state, filter, dslFilter })}` }
}
