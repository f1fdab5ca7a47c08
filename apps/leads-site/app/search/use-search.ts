import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { readSearch, type SearchState, writeSearch } from './search-url.ts'

export type ChangeSearch = (patch: Partial<SearchState>, options?: { replace?: boolean }) => void

export type Search = {
  /** The latest search: the one in the address, or the one being loaded. */
  state: SearchState
  isPending: boolean
  change: ChangeSearch
}

const asksAnew = (patch: Partial<SearchState>) => 'filter' in patch || 'dslFilter' in patch || 'q' in patch

/** The search in the address and how to change it. */
export function useSearch(): Search {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const coming = navigation.location?.pathname === location.pathname ? navigation.location : undefined
  const { search } = coming ?? location
  const state = useMemo(() => readSearch(new URLSearchParams(search)), [search])
  const change = useCallback<ChangeSearch>(
    (patch, options) => {
      // Once changed it is no longer the saved search that was opened.
      const opened = asksAnew(patch) ? { savedSearch: null, uid: null } : {}
      const next = writeSearch({ ...state, ...opened, ...patch })
      void navigate(
        { search: next.toString() },
        { replace: options?.replace ?? false, preventScrollReset: true },
      )
    },
    [navigate, state],
  )
  return { state, isPending: coming !== undefined, change }
}
