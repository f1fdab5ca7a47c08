import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { MapPanel } from '../map/map-panel.tsx'
import { PlotsPanel } from '../plots/plots-panel.tsx'
import { addPlace, togglePlace, toggleStatus, toggleValue } from './edit-query.ts'
import { Facets } from './facets.tsx'
import { FilterForm } from './filter-form.tsx'
import { GeographyPanel } from './geography-panel.tsx'
import { MapSplit } from './map-split.tsx'
import { Results } from './results.tsx'
import { SidePanels } from './side-panels.tsx'
import { placesOf } from './use-query.ts'
import type { SearchModel } from './use-search-model.ts'
import { useStatusChanges } from './use-status-changes.ts'

function SearchMap({ model }: { model: SearchModel }) {
  const { page, state, geography, change, setGeography } = model
  const chosen = useMemo(() => placesOf(geography ?? null), [geography])
  return (
    <MapPanel
      dictionary={page.dictionary}
      state={state}
      chosen={chosen}
      onPlace={(place) => {
        if (geography !== undefined) setGeography(addPlace(geography, place, false))
      }}
      onPick={(place, alias) => {
        if (geography !== undefined) setGeography(togglePlace(geography, place, alias))
      }}
      onView={(view) => change({ view }, { replace: true })}
    />
  )
}

function SearchResults({ model }: { model: SearchModel }) {
  const { page, columns, state, change, dropAll } = model
  const { changes, refusal, dismiss } = useStatusChanges(model)
  return (
    <>
      {refusal ? (
        <Alert color="orange" role="alert" withCloseButton onClose={dismiss} m="xs">
          {refusal}
        </Alert>
      ) : null}
      <Results
        answer={page.answer}
        problem={page.problem}
        dictionary={page.dictionary}
        columns={columns}
        state={state}
        statuses={changes}
        onSort={(sort) => change({ sort })}
        onDrop={dropAll}
      />
    </>
  )
}

function SearchFacets({ model: { page, query, set } }: { model: SearchModel }) {
  return (
    <Facets
      facets={page.answer?.facets ?? []}
      statuses={page.answer?.statuses ?? []}
      columns={page.dictionary.columns}
      query={query ?? null}
      onToggle={query === undefined ? undefined : (key, value) => set(toggleValue(query, key, value))}
      onStatus={query === undefined ? undefined : (status) => set(toggleStatus(query, status))}
    />
  )
}

/** The views of the query and of its answer: form, places, bars, map, table. */
export function SearchViews({ model }: { model: SearchModel }) {
  const { page, query, geography, set, setGeography, dropPlace } = model
  const { dictionary } = page
  const isWide = useMediaQuery('(min-width: 62em)') ?? false
  const map = <SearchMap model={model} />
  const results = <SearchResults model={model} />
  const panels = {
    filters: (
      <FilterForm
        dictId={dictionary.dictId}
        columns={dictionary.columns}
        query={query}
        registry={page.registry}
        onChange={(next) => set(next)}
      />
    ),
    places: <GeographyPanel geography={geography} onChange={setGeography} onRemove={dropPlace} />,
    bars: <SearchFacets model={model} />,
    map,
  }
  // Where nothing is found, the results say why.
  if (model.state.show === 'charts' && (page.answer?.count ?? 0) > 0)
    return (
      <SidePanels panels={panels} isWide={isWide}>
        <PlotsPanel model={model} />
      </SidePanels>
    )
  return (
    <SidePanels panels={panels} isWide={isWide}>
      <MapSplit map={isWide ? map : null}>{results}</MapSplit>
    </SidePanels>
  )
}
