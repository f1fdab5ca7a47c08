import { startTransition, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type Step, stepTo } from './search-steps.ts'
import { readSearch, type SearchState, writeSearch } from './search-url.ts'

export type ChangeSearch = (patch: Partial<SearchState>, options?: { replace?: boolean }) => void

export type Search = {
  /** The latest search: the one in the address, or the one that was asked for last. */
  state: SearchState
  isPending: boolean
  change: ChangeSearch
}

const asksAnew = (patch: Partial<SearchState>) => 'filter' in patch || 'dslFilter' in patch || 'q' in patch

/**
 * Takes the steps to other searches. `asked` is the one of the last step, until the router shows it: the router draws in
 * a transition, on a slow machine so late that the next change would be made of the search before, without the last one.
 */
function useSteps() {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string>()
  const underWay = useRef<Step>(undefined)
  const go = useCallback(
    async (search: string, replace: boolean) => {
      const at = window.location.search.slice(1)
      const step = stepTo(search, { at, underWay: underWay.current, replace })
      if (!step) return
      underWay.current = step
      setAsked(search)
      // Ends also where Back or a newer step takes its place.
      await navigate({ search }, { replace: !step.isPush, preventScrollReset: true })
      if (underWay.current !== step) return
      underWay.current = undefined
      // A transition after the router's own: until that is drawn, this is the newest search.
      startTransition(() => setAsked(undefined))
    },
    [navigate],
  )
  return { asked, go }
}

/** The search in the address and how to change it. */
export function useSearch(): Search {
  const location = useLocation()
  const navigation = useNavigation()
  const { asked, go } = useSteps()
  const coming = navigation.location?.pathname === location.pathname ? navigation.location : undefined
  const search = asked ?? (coming ?? location).search
  const state = useMemo(() => readSearch(new URLSearchParams(search)), [search])
  // Also before it is drawn, for what changes the search outside of a click, such as the map.
  const newest = useRef(state)
  useLayoutEffect(() => {
    newest.current = state
  }, [state])
  const change = useCallback<ChangeSearch>(
    (patch, options) => {
      // Once changed it is no longer the saved search that was opened.
      const opened = asksAnew(patch) ? { savedSearch: null, uid: null } : {}
      newest.current = { ...newest.current, ...opened, ...patch }
      void go(writeSearch(newest.current).toString(), options?.replace ?? false)
    },
    [go],
  )
  return { state, isPending: asked !== undefined || coming !== undefined, change }
}
