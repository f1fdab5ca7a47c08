import type { DownloadRequest } from '@freeor/leads/schema'
import { queryOf, type SearchState } from '../search/search-url.ts'

export type Format = NonNullable<DownloadRequest['format']>

/** What a person chooses about a file. */
export type Choice = {
  columns: string[]
  format: Format
  /** As typed; empty for all. */
  limit: string
  /** Leads left out before the first one in the file. */
  offset: number
  suppressOwned: boolean
  suppressLists: boolean
  searchName: string
}

export const isWhole = (text: string) => /^[1-9]\d{0,8}$/.test(text)

/** The request that the choice makes for a search. */
export function requestOf(dictId: string, state: SearchState, choice: Choice): DownloadRequest {
  return {
    dictId,
    ...queryOf(state),
    sort: state.sort,
    columns: choice.columns,
    format: choice.format,
    offset: choice.offset,
    suppressOwned: choice.suppressOwned,
    suppressLists: choice.suppressLists,
    searchName: choice.searchName,
    ...(isWhole(choice.limit) ? { limit: Number(choice.limit) } : {}),
  }
}
