import type { Query } from '@freeor/leads/query/ast'
import { printQuery } from '@freeor/leads/query/print-query'
import { splitQuery, splitTree } from '@freeor/leads/query/split-query'
import type { Dictionary } from '@freeor/leads/schema'
import { useMemo } from 'react'
import type { ChosenPlace } from '../map/shapes.ts'
import { geographyParts } from './edit-query.ts'
import { readAddress } from './read-draft.ts'
import type { Search } from './use-search.ts'

/** The places of a geography, as the map draws them. */
export const placesOf = (geography: Query): ChosenPlace[] =>
  geographyParts(geography).flatMap((part) =>
    part.kind === 'other'
      ? []
      : part.places.map((place) => ({ place, isExcluded: part.kind === 'excluded' })),
  )

/** The one query of the address, and how the views of it change it. */
export function useQuery(dictionary: Dictionary, { state, change }: Search) {
  const { filter, dslFilter, q } = state
  const { columns } = dictionary
  const read = useMemo(() => readAddress({ filter, dslFilter, q }, columns), [filter, dslFilter, q, columns])
  const { query } = read
  const geography = useMemo(() => (query === undefined ? undefined : splitTree(query).geography), [query])
  const set = (next: Query, replace = false) => change({ ...splitQuery(next), q: '' }, { replace })
  const setGeography = (next: Query) =>
    change({ ...splitQuery(query ?? null), dslFilter: printQuery(next), q: '' })
  return { query, error: read.error, geography, set, setGeography }
}
