import { type SearchState, writeSearch } from './search-url.ts'

/** The page of a lead, opened from a search: it says how that search finds it, and leads back to it. */
export function leadAddress(dictId: string, leadId: string, state: SearchState): string {
  const params = writeSearch(state).toString()
  return `/lead/${dictId}/${leadId}${params === '' ? '' : `?${params}`}`
}
