import type { PlaceClause, Query } from '@freeor/leads/query/ast'
import { topLevel } from '@freeor/leads/query/ast'
import { parseQuery } from '@freeor/leads/query/parse-query'
import { printNode, printQuery } from '@freeor/leads/query/print-query'
import { splitQuery, splitTree } from '@freeor/leads/query/split-query'
import type { Column, Dictionary } from '@freeor/leads/schema'
import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBookmark, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MapPanel } from '../map/map-panel.tsx'
import type { SearchPage } from '../routes/search-screen.tsx'
import { texts } from '../texts.ts'
import { Chips } from './chips.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { addPlace, geographyParts, toggleValue, withoutPart } from './edit-query.ts'
import { Facets } from './facets.tsx'
import { FilterForm } from './filter-form.tsx'
import { GeographyPanel } from './geography-panel.tsx'
import { LiveCount } from './live-count.tsx'
import { QueryBar } from './query-bar.tsx'
import { readAddress } from './read-draft.ts'
import { Results } from './results.tsx'
import { SaveSearch } from './save-search.tsx'
import classes from './search.module.css'
import { SearchNotices } from './search-notices.tsx'
import { SidePanels } from './side-panels.tsx'
import { type Search, useSearch } from './use-search.ts'

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

const placesOf = (geography: Query): PlaceClause[] =>
  geographyParts(geography).flatMap((part) => (part.kind === 'other' ? [] : part.places))

/** The one query of the address, and how its faces change it. */
function useQuery(dictionary: Dictionary, { state, change }: Search) {
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

  const choosePlace = (place: PlaceClause) => {
    if (geography !== undefined) setGeography(addPlace(geography, place, false))
  }
  const map = (
    <MapPanel
      dictionary={dictionary}
      state={state}
      chosen={chosen}
      onPlace={choosePlace}
      onView={(view) => change({ view }, { replace: true })}
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
        <div className={classes.actions}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconBookmark size={16} aria-hidden />}
            onClick={() => setDialog('save')}
            disabled={query === undefined}
          >
            {texts.search.save}
          </Button>
          <Button
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => setDialog('download')}
            disabled={!answer || answer.count === 0}
          >
            {texts.search.download}
          </Button>
        </div>
      </div>
      <div className={classes.status}>
        <LiveCount count={answer?.count} asOf={state.asOf} isPending={isPending} />
        <Chips
          parts={parts}
          onDrop={(text) => set(withoutPart(query ?? null, text))}
          onClear={() => set(null)}
        />
        <div className={classes.columnMenu}>
          <ColumnMenu
            columns={dictionary.columns}
            chosen={columns.map((column) => column.key)}
            onChange={(keys) => change({ columns: keys }, { replace: true })}
          />
        </div>
      </div>
      <SearchNotices page={page} hasMistake={error !== undefined} />
      {told ? (
        <Alert color="accent" role="status" withCloseButton onClose={() => setTold('')} mx="md" my="xs">
          {told}
        </Alert>
      ) : null}
      <SidePanels panels={panels} isWide={isWide}>
        {isWide ? <div className={classes.mapArea}>{map}</div> : null}
        <Results
          answer={answer}
          problem={problem}
          dictionary={dictionary}
          columns={columns}
          state={state}
          onSort={(sort) => change({ sort })}
        />
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
