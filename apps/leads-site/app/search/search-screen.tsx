import { topLevel } from '@freeor/leads/query/ast'
import { parseQuery } from '@freeor/leads/query/parse-query'
import { printNode, printQuery } from '@freeor/leads/query/print-query'
import { splitQuery } from '@freeor/leads/query/split-query'
import type { Column, Dictionary } from '@freeor/leads/schema'
import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MapPanel } from '../map/map-panel.tsx'
import type { SearchPage } from '../routes/search-screen.tsx'
import { texts } from '../texts.ts'
import { Chips } from './chips.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { addPlace, togglePlace, toggleValue, withoutPart, withSince } from './edit-query.ts'
import { Facets } from './facets.tsx'
import { FilterForm } from './filter-form.tsx'
import { GeographyPanel } from './geography-panel.tsx'
import { LiveCount } from './live-count.tsx'
import { MapSplit } from './map-split.tsx'
import { QueryBar } from './query-bar.tsx'
import { Results } from './results.tsx'
import { SaveSearch } from './save-search.tsx'
import classes from './search.module.css'
import { SearchActions } from './search-actions.tsx'
import { SearchNotices } from './search-notices.tsx'
import { SidePanels } from './side-panels.tsx'
import { placesOf, useQuery } from './use-query.ts'
import { useSearch } from './use-search.ts'
import { VersionMenu } from './version-menu.tsx'

const DownloadDialog = lazy(() =>
  import('../downloads/download-dialog.tsx').then((module) => ({ default: module.DownloadDialog })),
)

/** The table's columns: those of the address, else all but coordinates and ids. */
function shownColumns(dictionary: Dictionary, keys: string[] | null): Column[] {
  const byKey = new Map(dictionary.columns.map((column) => [column.key, column]))
  const chosen = keys?.flatMap((key) => byKey.get(key) ?? [])
  if (chosen && chosen.length > 0) return chosen
  return dictionary.columns.filter((column) => !['lat', 'lon', 'id'].includes(column.kind))
}

type Dialog = 'save' | 'download' | null

/** The search screen: one query with many faces, one answer with many views. */
export function SearchScreen({ page }: { page: SearchPage }) {
  const { dictionary, answer, problem } = page
  const search = useSearch()
  const { state, change, isPending } = search
  const { query, error, geography, set, setGeography } = useQuery(dictionary, search)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [told, setTold] = useState('')
  const [hasTyped, setTyped] = useState(false)
  const revalidator = useRevalidator()
  const isWide = useMediaQuery('(min-width: 62em)') ?? false
  const columns = useMemo(() => shownColumns(dictionary, state.columns), [dictionary, state.columns])
  const gives = new Map(answer?.dropOne.map((part) => [part.text, part.count - answer.count]))
  const chosen = useMemo(() => placesOf(geography ?? null), [geography])
  const parts = topLevel(query ?? null).map((node) => ({
    text: printNode(node, true),
    // A group stands in parentheses where it is one of several parts.
    gives: gives.get(printNode(node, true)) ?? gives.get(printNode(node)),
  }))

  const map = (
    <MapPanel
      dictionary={dictionary}
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
  const results = (
    <Results
      answer={answer}
      problem={problem}
      dictionary={dictionary}
      columns={columns}
      state={state}
      onSort={(sort) => change({ sort })}
      onDrop={(text) => set(withoutPart(query ?? null, text))}
    />
  )
  const panels = {
    filters: (
      <FilterForm
        dictId={dictionary.dictId}
        columns={dictionary.columns}
        query={query}
        onChange={(next) => set(next)}
      />
    ),
    places: <GeographyPanel geography={geography} onChange={setGeography} />,
    bars: (
      <Facets
        facets={answer?.facets ?? []}
        columns={dictionary.columns}
        query={query ?? null}
        onToggle={query === undefined ? undefined : (key, value) => set(toggleValue(query, key, value))}
      />
    ),
    map,
  }
  return (
    <div className={classes.screen} data-pending={isPending || undefined}>
      <div className={classes.top}>
        <h1 className={classes.title}>{dictionary.name}</h1>
        <QueryBar
          dictionary={dictionary}
          text={
            query === undefined
              ? [state.filter, state.dslFilter, state.q].join(' ').trim()
              : printQuery(query)
          }
          mistake={error}
          onQuery={(text, isTyping) => {
            set(parseQuery(text, dictionary.columns), isTyping && hasTyped)
            setTyped(isTyping)
          }}
        />
        <SearchActions
          canSave={query !== undefined}
          canDownload={answer !== null && answer.count > 0}
          onSave={() => setDialog('save')}
          onDownload={() => setDialog('download')}
        />
      </div>
      <div className={classes.status}>
        <LiveCount count={answer?.count} asOf={state.asOf} isPending={isPending} />
        <Chips
          parts={parts}
          onDrop={(text) => set(withoutPart(query ?? null, text))}
          onClear={() => set(null)}
        />
        <div className={classes.columnMenu}>
          <VersionMenu
            dictionary={dictionary}
            asOf={state.asOf}
            onVersion={(asOf) => change({ asOf })}
            onSince={query === undefined ? undefined : (version) => set(withSince(query, version))}
          />
          <ColumnMenu
            columns={dictionary.columns}
            chosen={columns.map((column) => column.key)}
            onChange={(keys) => change({ columns: keys }, { replace: true })}
          />
        </div>
      </div>
      <SearchNotices
        page={page}
        hasMistake={error !== undefined}
        onRetry={() => void revalidator.revalidate()}
      />
      {told ? (
        <Alert color="accent" role="status" withCloseButton onClose={() => setTold('')} mx="md" my="xs">
          {told}
        </Alert>
      ) : null}
      <SidePanels panels={panels} isWide={isWide}>
        {isWide ? <MapSplit map={map}>{results}</MapSplit> : results}
      </SidePanels>
      {dialog === 'save' ? (
        <SaveSearch
          search={{ dictId: dictionary.dictId, ...splitQuery(query ?? null), q: '' }}
          onClose={() => setDialog(null)}
          onSaved={(id, uid, name) => {
            setDialog(null)
            setTold(texts.saved.saved(name))
            change({ savedSearch: id, uid }, { replace: true })
          }}
        />
      ) : null}
      {dialog === 'download' ? (
        <Suspense>
          <DownloadDialog
            dictionary={dictionary}
            state={state}
            columns={columns.map((column) => column.key)}
            searchName={page.opened?.searchName ?? dictionary.name}
            onClose={() => setDialog(null)}
            onStarted={() => void revalidator.revalidate()}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
