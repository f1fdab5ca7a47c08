import { printQuery } from '@freeor/leads/query/print-query'
import type { Dictionary, LeadRow } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useCallback, useRef } from 'react'
import { searchLeads } from '../api/search.ts'
import { queryOf, type SearchState } from '../search/search-url.ts'
import type { FindLeads, LeadsAt } from './map-popups.ts'

/** Half a box around a point, in degrees: two metres, as coordinates are kept to one. */
const margin = 0.00002
const most = 4

/** How a lead is named on the map: its first text, and its city. */
function nameOf(row: LeadRow, { columns }: Dictionary): string {
  const first = (kind: 'text' | 'city') => {
    const column = columns.find((each) => each.kind === kind && !each.contact)
    return column ? row.cells[column.key] : null
  }
  return [first('text'), first('city')].filter(Boolean).join(', ')
}

/** Finds the leads of the search at a point of the map; each point is requested once a search. */
export function useLeadNames(dictionary: Dictionary, state: SearchState): FindLeads {
  const known = useRef(new Map<string, LeadsAt>())
  return useCallback<FindLeads>(
    async ([lon, lat], signal) => {
      const query = queryOf(state)
      const box = printQuery({
        type: 'place',
        kind: 'box',
        south: lat - margin,
        west: lon - margin,
        north: lat + margin,
        east: lon + margin,
      })
      const q = query.q ? `(${query.q}) ${box}` : box
      const key = JSON.stringify({ ...query, q })
      const before = known.current.get(key)
      if (before) return before
      const request = { ...query, q, facets: [], limit: most }
      const answer = await searchLeads(browserApi(), { dictId: dictionary.dictId, request, signal })
      const found = { names: answer.rows.map((row) => nameOf(row, dictionary)), count: answer.count }
      known.current.set(key, found)
      return found
    },
    [dictionary, state],
  )
}
