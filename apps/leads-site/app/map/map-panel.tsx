import type { PlaceClause } from '@freeor/leads/query/ast'
import type { Dictionary } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconCircle, IconHandStop, IconMapPin, IconPolygon, IconRectangle } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useRef, useState } from 'react'
import type { SearchState, View } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import classes from './lead-map.module.css'
import type { Tool } from './map-tools.ts'
import { useMapCells } from './use-map-cells.ts'

const LeadMap = lazy(() => import('./lead-map.client.tsx').then((module) => ({ default: module.LeadMap })))

type Bounds = [number, number, number, number]

const usa: Bounds = [-125, 24, -66.5, 50]

/** Where the map begins: where the leads are; for nationwide ones the mainland, or Guam would make all small. */
function homeOf(bounds: Dictionary['bounds']): Bounds {
  if (!bounds) return usa
  const [west, south, east, north] = bounds
  const isPoint = east - west < 0.02 || north - south < 0.02
  if (isPoint) return [west - 0.2, south - 0.2, east + 0.2, north + 0.2]
  return east - west > 60 ? usa : bounds
}

export type MapPanelProps = {
  dictionary: Dictionary
  state: SearchState
  chosen: readonly PlaceClause[]
  onPlace: (place: PlaceClause) => void
  onView: (view: View) => void
}

const tools: { tool: Tool; label: string; icon: ComponentType<{ size?: number }> }[] = [
  { tool: 'pan', label: texts.map.pan, icon: IconHandStop },
  { tool: 'pick', label: texts.map.pick, icon: IconMapPin },
  { tool: 'polygon', label: texts.map.polygon, icon: IconPolygon },
  { tool: 'circle', label: texts.map.circle, icon: IconCircle },
  { tool: 'box', label: texts.map.box, icon: IconRectangle },
]

function Toolbar({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) {
  return (
    <div className={classes.tools} role="toolbar" aria-label={texts.map.tools}>
      {tools.map(({ tool: each, label, icon: Icon }) => (
        <Tooltip key={each} label={label} position="right">
          <ActionIcon
            variant={tool === each ? 'filled' : 'default'}
            size="md"
            aria-label={label}
            aria-pressed={tool === each}
            onClick={() => onTool(each)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}

function hintFor(tool: Tool): string {
  if (tool === 'pan') return ''
  return tool === 'pick' ? texts.map.picking : texts.map.drawing
}

/** The map with its tools. The map itself is loaded only in the browser, when it is shown. */
export function MapPanel({ dictionary, state, chosen, onPlace, onView }: MapPanelProps) {
  const [tool, setTool] = useState<Tool>('pan')
  const [view, setView] = useState<View | null>(null)
  const fit = useRef<((bounds: Bounds) => void) | null>(null)
  const hydrated = useHydrated()
  const { map, isOld } = useMapCells(dictionary.dictId, state, view)
  const home = homeOf(dictionary.bounds)
  const finish = (place: PlaceClause) => {
    onPlace(place)
    if (tool !== 'pick') setTool('pan')
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
          fallback={<Skeleton className={classes.canvas} radius={0} aria-label={texts.map.loading} />}
        >
          <LeadMap
            bounds={state.view?.bbox ?? home}
            cells={map}
            chosen={chosen}
            tool={tool}
            onPlace={finish}
            onView={(next, byHand) => {
              setView(next)
              if (byHand) onView(next)
            }}
            fit={fit}
          />
        </Suspense>
      ) : null}
      <Toolbar tool={tool} onTool={setTool} />
      <div className={classes.under}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={view === null}
          onClick={() => {
            if (view === null) return
            const [west, south, east, north] = view.bbox
            onPlace({ type: 'place', kind: 'box', south, west, north, east })
          }}
        >
          {texts.map.thisView}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => fit.current?.(home)}>
          {texts.map.fit}
        </Button>
        <span className={classes.hint} role="status">
          {hintFor(tool) || (map && map.unplaced > 0 ? texts.map.unplaced(formatCount(map.unplaced)) : '')}
        </span>
      </div>
    </div>
  )
}
