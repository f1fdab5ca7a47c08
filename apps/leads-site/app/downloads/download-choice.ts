import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import { queryOf, type SearchState } from '../search/search-url.ts'

export type Format = NonNullable<DownloadRequest['format']>
export type Preset = NonNullable<DownloadRequest['preset']>

/** What a person chooses about a file. */
export type Choice = {
  columns: string[]
  format: Format
  /** The program that the file is for. */
  preset: Preset | undefined
  /** As typed; empty for one file. */
  rowsPerFile: string
  /** As typed; empty for all. */
  limit: string
  /** Leads left out before the first one in the file. */
  offset: number
  suppressOwned: boolean
  /** Our status and note of each lead. */
  includeNotes: boolean
  suppressLists: boolean
  searchName: string
}

const isWhole = (text: string) => /^[1-9]\d{0,8}$/.test(text)

const isRowsPerFile = (text: string) => isWhole(text) && Number(text) >= 100 && Number(text) <= 1_000_000

/** The fields that hold something which cannot be asked for. */
export const badFields = ({ limit, rowsPerFile }: Choice) => ({
  limit: limit !== '' && !isWhole(limit),
  rowsPerFile: rowsPerFile !== '' && !isRowsPerFile(rowsPerFile),
})

/** The request that the choice makes for a search. */
export function requestOf(dictId: string, state: SearchState, choice: Choice): DownloadRequest {
  return {
    dictId,
    ...queryOf(state),
    sort: state.sort,
    columns: choice.columns,
    format: choice.preset ? 'csv' : choice.format,
    offset: choice.offset,
    suppressOwned: choice.suppressOwned,
    suppressLists: choice.suppressLists,
    searchName: choice.searchName,
    ...(choice.includeNotes ? { includeNotes: true } : {}),
    ...(choice.preset ? { preset: choice.preset } : {}),
    ...(isRowsPerFile(choice.rowsPerFile) ? { rowsPerFile: Number(choice.rowsPerFile) } : {}),
    ...(isWhole(choice.limit) ? { limit: Number(choice.limit) } : {}),
  }
}
