import 'maplibre-gl/dist/maplibre-gl.css'
import type { PlaceClause } from '@freeor/leads/query/ast'
import type { SearchAnswer } from '@freeor/leads/schema'
import { useComputedColorScheme } from '@mantine/core'
import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { View } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import type { Extent } from './extent.ts'
import classes from './lead-map.module.css'
import { labelStates } from './map-labels.ts'
import { type FindLeads, showPopups } from './map-popups.ts'
import { cellShapes, hexagonColor, mapStyle, type Scheme } from './map-style.ts'
import { type Drawing, startDrawing, type Tool } from './map-tools.ts'
import { type Areas, type Atlas, loadAtlas } from './shapes.ts'

maplibregl.setWorkerUrl(workerUrl)

export type FitMap = (to: Extent, options?: { animate?: boolean }) => void

export type LeadMapProps = {
  /** What to show first: [west, south, east, north]. */
  bounds: Extent
  cells: SearchAnswer['map']
  /** Outlines of the search's places. */
  outlines: Areas | undefined
  tool: Tool
  /** A drawn place. */
  onPlace: (place: PlaceClause) => void
  /** A clicked state or county, with its other name in the query language. */
  onPick: (place: PlaceClause, alias: string) => void
  /** What the map shows now; `byHand` when a person moved it. */
  onView: (view: View, byHand: boolean) => void
  findLeads: FindLeads
  onAtlas: (atlas: Atlas) => void
  /** Fills in how to move the map from outside. */
  fit: RefObject<FitMap | null>
}

/** Pixels to leave around a fitted place: tools, buttons and the legend cover the map there. */
const clearance = { top: 24, right: 56, bottom: 64, left: 56 }

type Loaded = { map: maplibregl.Map; drawing: Drawing }

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

type Picked = { place: PlaceClause; alias: string }

/** The place under a click: the county where counties show, else the state. */
function placeAt(map: maplibregl.Map, point: maplibregl.Point): Picked | undefined {
  const [county] = map.queryRenderedFeatures(point, { layers: ['county-areas'] })
  if (county) {
    const name = String(county.properties.place)
    return { place: { type: 'place', kind: 'county', counties: [name] }, alias: String(county.id) }
  }
  const [state] = map.queryRenderedFeatures(point, { layers: ['land'] })
  if (!state) return undefined
  const code = String(state.properties.place)
  return { place: { type: 'place', kind: 'state', states: [code] }, alias: code }
}

/** The map: found leads as hexagons or points, chosen places as outlines, tools to choose more. */
export function LeadMap(props: LeadMapProps) {
  const { bounds, cells, outlines, tool, fit } = props
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef<Extent>(undefined)
  const [loaded, setLoaded] = useState<Loaded>()
  const [hasFailed, setFailed] = useState(false)
  const scheme: Scheme = useComputedColorScheme('light')
  const takePlace = useEffectEvent(props.onPlace)
  const takeAtlas = useEffectEvent(props.onAtlas)
  const findLeads = useEffectEvent(props.findLeads)
  const takeView = useEffectEvent((view: View, byHand: boolean) => {
    shown.current = view.bbox
    props.onView(view, byHand)
  })
  const pick = useEffectEvent((map: maplibregl.Map, point: maplibregl.Point) => {
    const picked = tool === 'pick' ? placeAt(map, point) : undefined
    if (picked) props.onPick(picked.place, picked.alias)
  })
  const isIdle = useEffectEvent(() => tool === 'pan')
  // Another colour scheme is another style: the map is built again at the same place.
  const firstBounds = useEffectEvent(() => shown.current ?? bounds)

  useEffect(() => {
    if (!container.current) return undefined
    const map = openMap(container.current, firstBounds(), scheme)
    if (!map) {
      setFailed(true)
      return undefined
    }
    fit.current = (to, options) =>
      map.fitBounds(to, { padding: clearance, maxZoom: 13, essential: false, ...options })
    map.on('moveend', (event) =>
      takeView(viewOf(map), 'originalEvent' in event && Boolean(event.originalEvent)),
    )
    map.on('click', (event) => pick(map, event.point))
    showPopups(map, { findLeads: (point, signal) => findLeads(point, signal), isIdle: () => isIdle() })
    const ends: (() => void)[] = []
    map.once('load', () => {
      loadAtlas().then(
        (atlas) => {
          source(map, 'states')?.setData(atlas.states)
          source(map, 'counties')?.setData(atlas.counties)
          const drawing = startDrawing(map, takePlace)
          ends.push(labelStates(map, atlas.states), () => drawing.stop())
          setLoaded({ map, drawing })
          takeView(viewOf(map), false)
          takeAtlas(atlas)
        },
        () => setFailed(true),
      )
    })
    return () => {
      fit.current = null
      for (const end of ends) end()
      map.remove()
      setLoaded(undefined)
    }
  }, [scheme, fit])

  useEffect(() => {
    if (!loaded) return
    source(loaded.map, 'cells')?.setData(cellShapes(cells))
    loaded.map.setPaintProperty('hexagons', 'fill-color', hexagonColor(scheme, cells))
  }, [loaded, cells, scheme])

  useEffect(() => {
    if (loaded && outlines) source(loaded.map, 'chosen')?.setData(outlines)
  }, [loaded, outlines])

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
function openMap(container: HTMLElement, bounds: Extent, scheme: Scheme): maplibregl.Map | undefined {
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
