import type { SearchAnswer } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { searchLeads } from '../api/search.ts'
import type { SearchState, View } from '../search/search-url.ts'
import { queryOf } from '../search/search-url.ts'

/** How many zoom levels the hexagons are finer than usual: smaller ones show better where the leads are. */
const finer = 1

export type MapCells = { map: SearchAnswer['map']; isOld: boolean }

/**
 * The cells of what the map shows. Moving the map requests only them; the previous cells stay until the new ones are
 * there.
 */
export function useMapCells(dictId: string, state: SearchState, view: View | null): MapCells {
  const [found, setFound] = useState<{ key: string; map: SearchAnswer['map'] }>({ key: '', map: null })
  const key = view ? JSON.stringify({ query: queryOf(state), view }) : ''
  useEffect(() => {
    if (key === '') return undefined
    const { query, view: shown } = JSON.parse(key) as { query: ReturnType<typeof queryOf>; view: View }
    const controller = new AbortController()
    const map = { ...shown, zoom: Math.min(22, shown.zoom + finer) }
    const request = { ...query, facets: [], limit: 0, map }
    searchLeads(browserApi(), { dictId, request, signal: controller.signal }).then(
      (answer) => setFound({ key, map: answer.map }),
      // The search itself tells what is wrong; the map keeps what it had.
      () => undefined,
    )
    return () => controller.abort()
  }, [dictId, key])
  return { map: found.map, isOld: found.key !== key }
}
