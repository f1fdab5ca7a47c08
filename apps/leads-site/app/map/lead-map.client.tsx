import 'maplibre-gl/dist/maplibre-gl.css'
import type { PlaceClause } from '@freeor/leads/query/ast'
import type { SearchAnswer } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { useComputedColorScheme } from '@mantine/core'
import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { View } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import classes from './lead-map.module.css'
import { cellShapes, hexagonColor, mapStyle, type Scheme } from './map-style.ts'
import { type Drawing, startDrawing, type Tool } from './map-tools.ts'
import { type Atlas, loadAtlas, outlines } from './shapes.ts'

maplibregl.setWorkerUrl(workerUrl)

export type LeadMapProps = {
  /** What to show first: [west, south, east, north]. */
  bounds: [number, number, number, number]
  cells: SearchAnswer['map']
  chosen: readonly PlaceClause[]
  tool: Tool
  onPlace: (place: PlaceClause) => void
  /** What the map shows now; `byHand` when a person moved it. */
  onView: (view: View, byHand: boolean) => void
  /** Fills in how to move the map from outside. */
  fit: RefObject<((bounds: [number, number, number, number]) => void) | null>
}

type Loaded = { map: maplibregl.Map; atlas: Atlas; drawing: Drawing }

const source = (map: maplibregl.Map, id: string) => map.getSource<maplibregl.GeoJSONSource>(id)

function viewOf(map: maplibregl.Map): View {
  const bounds = map.getBounds()
  const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value))
  return {
    bbox: [
      clamp(bounds.getWest(), 180),
      clamp(bounds.getSouth(), 90),
      clamp(bounds.getEast(), 180),
      clamp(bounds.getNorth(), 90),
    ],
    zoom: map.getZoom(),
  }
}

/** The place under a click: the county where counties show, else the state. */
function placeAt(map: maplibregl.Map, point: maplibregl.Point): PlaceClause | undefined {
  const [county] = map.queryRenderedFeatures(point, { layers: ['county-areas'] })
  if (county) return { type: 'place', kind: 'county', counties: [String(county.properties.place)] }
  const [state] = map.queryRenderedFeatures(point, { layers: ['land'] })
  return state ? { type: 'place', kind: 'state', states: [String(state.properties.place)] } : undefined
}

/** Points at a hexagon: how many leads it holds. */
function showCounts(map: maplibregl.Map): void {
  const popup = new maplibregl.Popup({
    closeButton: false,
    closeOnClick: false,
    className: classes.popup ?? '',
  })
  map.on('mousemove', 'hexagons', (event) => {
    const count = Number(event.features?.[0]?.properties.count)
    popup
      .setLngLat(event.lngLat)
      .setText(texts.search.count(formatCount(count)))
      .addTo(map)
  })
  map.on('mouseleave', 'hexagons', () => popup.remove())
}

/** The map: found leads as hexagons or points, chosen places as outlines, tools to choose more. */
export function LeadMap({ bounds, cells, chosen, tool, onPlace, onView, fit }: LeadMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded>()
  const [hasFailed, setFailed] = useState(false)
  const scheme: Scheme = useComputedColorScheme('light')
  const takePlace = useEffectEvent(onPlace)
  const takeView = useEffectEvent(onView)
  const currentTool = useEffectEvent(() => tool)
  const firstBounds = useEffectEvent(() => bounds)

  useEffect(() => {
    if (!container.current) return undefined
    const opened = openMap(container.current, firstBounds(), scheme)
    if (!opened) {
      setFailed(true)
      return undefined
    }
    fit.current = (to) => opened.fitBounds(to, { padding: 24, essential: false })
    opened.on('moveend', (event) =>
      takeView(viewOf(opened), 'originalEvent' in event && Boolean(event.originalEvent)),
    )
    opened.on('click', (event) => {
      const place = currentTool() === 'pick' ? placeAt(opened, event.point) : undefined
      if (place) takePlace(place)
    })
    showCounts(opened)
    let drawing: Drawing | undefined
    opened.once('load', () => {
      loadAtlas().then(
        (atlas) => {
          source(opened, 'states')?.setData(atlas.states)
          source(opened, 'counties')?.setData(atlas.counties)
          drawing = startDrawing(opened, takePlace)
          setLoaded({ map: opened, atlas, drawing })
          takeView(viewOf(opened), false)
        },
        () => setFailed(true),
      )
    })
    return () => {
      fit.current = null
      drawing?.stop()
      opened.remove()
      setLoaded(undefined)
    }
  }, [scheme, fit])

  useEffect(() => {
    if (!loaded) return
    source(loaded.map, 'cells')?.setData(cellShapes(cells))
    loaded.map.setPaintProperty('hexagons', 'fill-color', hexagonColor(scheme, cells))
  }, [loaded, cells, scheme])

  useEffect(() => {
    if (loaded) source(loaded.map, 'chosen')?.setData(outlines(chosen, loaded.atlas))
  }, [loaded, chosen])

  useEffect(() => {
    if (!loaded) return
    loaded.drawing.use(tool)
    loaded.map.getCanvas().style.cursor = tool === 'pan' ? '' : tool === 'pick' ? 'pointer' : 'crosshair'
  }, [loaded, tool])

  return (
    <>
      <section ref={container} className={classes.canvas} aria-label={texts.map.label} />
      {hasFailed ? <p className={classes.failed}>{texts.map.failed}</p> : null}
    </>
  )
}

/** Undefined where the device has no WebGL. */
function openMap(
  container: HTMLElement,
  bounds: [number, number, number, number],
  scheme: Scheme,
): maplibregl.Map | undefined {
  try {
    const map = new maplibregl.Map({
      container,
      style: mapStyle(scheme),
      bounds,
      fitBoundsOptions: { padding: 24 },
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      maxZoom: 16,
      minZoom: 1.5,
      renderWorldCopies: false,
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'top-right')
    map.addControl(new maplibregl.ScaleControl({ unit: 'imperial' }), 'bottom-right')
    return map
  } catch {
    return undefined
  }
}
