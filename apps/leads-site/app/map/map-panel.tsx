import type { PlaceClause } from '@freeor/leads/query/ast'
import type { Dictionary } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { lazyPart } from '@freeor/ui/lazy-part'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Button, Skeleton } from '@mantine/core'
import { Suspense, useMemo, useRef, useState } from 'react'
import type { SearchState, View } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import type { Extent } from './extent.ts'
import type { FitMap } from './lead-map.client.tsx'
import classes from './lead-map.module.css'
import { MapLegend } from './map-legend.tsx'
import { MapToolbar } from './map-toolbar.tsx'
import type { Tool } from './map-tools.ts'
import { type Atlas, type ChosenPlace, outlines } from './shapes.ts'
import { useFollow } from './use-follow.ts'
import { useLeadNames } from './use-lead-names.ts'
import { useMapCells } from './use-map-cells.ts'
import { useZipPoints } from './use-zip-points.ts'

const LeadMap = lazyPart(async () => (await import('./lead-map.client.tsx')).LeadMap)

const usa: Extent = [-125, 24, -66.5, 50]

/** Where the map begins: where the leads are; for nationwide ones the mainland, or Guam would make all small. */
function homeOf(bounds: Dictionary['bounds']): Extent {
  if (!bounds) return usa
  const [west, south, east, north] = bounds
  const isPoint = east - west < 0.02 || north - south < 0.02
  if (isPoint) return [west - 0.2, south - 0.2, east + 0.2, north + 0.2]
  return east - west > 60 ? usa : bounds
}

export type MapPanelProps = {
  dictionary: Dictionary
  state: SearchState
  chosen: readonly ChosenPlace[]
  onPlace: (place: PlaceClause) => void
  /** A clicked state or county: chosen, or no longer chosen. `alias` is its other name. */
  onPick: (place: PlaceClause, alias: string) => void
  onView: (view: View) => void
}

function hintFor(tool: Tool): string {
  if (tool === 'pan') return ''
  return tool === 'pick' ? texts.map.picking : texts.map.drawing
}

/** The outlines of the places, once their shapes are there. */
function useOutlines(chosen: readonly ChosenPlace[], atlas: Atlas | undefined) {
  const zipPoints = useZipPoints(chosen)
  return useMemo(
    () => (atlas && zipPoints ? outlines(chosen, atlas, zipPoints) : undefined),
    [atlas, zipPoints, chosen],
  )
}

/** The map with its tools. The map itself is loaded only in the browser, when it is shown. */
export function MapPanel({ dictionary, state, chosen, onPlace, onPick, onView }: MapPanelProps) {
  const [tool, setTool] = useState<Tool>('pan')
  const [view, setView] = useState<View | null>(null)
  const [atlas, setAtlas] = useState<Atlas>()
  const fit = useRef<FitMap | null>(null)
  const hydrated = useHydrated()
  const found = useMapCells(dictionary.dictId, state, view)
  const findLeads = useLeadNames(dictionary, state)
  const home = homeOf(dictionary.bounds)
  const shapes = useOutlines(chosen, atlas)
  const follow = useFollow({ fit, home, chosen, outlines: shapes, found, mayMove: state.view === null })
  const { map, isOld } = found
  const draw = (place: PlaceClause) => {
    follow.stay()
    onPlace(place)
    setTool('pan')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape ends a drawing wherever the focus is in the map
    <div
      className={classes.panel}
      data-old={isOld || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTool('pan')
      }}
    >
      {hydrated ? (
        <Suspense
          fallback={
            <Skeleton className={classes.canvas} radius={0} role="status" aria-label={texts.map.loading} />
          }
        >
          <LeadMap
            bounds={state.view?.bbox ?? home}
            cells={map}
            outlines={shapes}
            tool={tool}
            onPlace={draw}
            onPick={(place, alias) => {
              follow.stay()
              onPick(place, alias)
            }}
            onView={(next, byHand) => {
              setView(next)
              if (byHand) onView(next)
            }}
            findLeads={findLeads}
            onAtlas={setAtlas}
            fit={fit}
          />
        </Suspense>
      ) : null}
      <MapToolbar tool={tool} onTool={setTool} />
      <div className={classes.under}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={view === null}
          onClick={() => {
            if (view === null) return
            const [west, south, east, north] = view.bbox
            draw({ type: 'place', kind: 'box', south, west, north, east })
          }}
        >
          {texts.map.thisView}
        </Button>
        <Button size="compact-xs" variant="default" disabled={view === null} onClick={follow.toResults}>
          {texts.map.toResults}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => fit.current?.(home)}>
          {texts.map.fit}
        </Button>
        <span className={classes.hint} role="status">
          {hintFor(tool) || (map && map.unplaced > 0 ? texts.map.unplaced(formatCount(map.unplaced)) : '')}
        </span>
      </div>
      <MapLegend map={map} />
    </div>
  )
}
