import { formatCount } from '@freeor/ui/format'
import { type MapLayerMouseEvent, type Map as MapLibreMap, Popup } from 'maplibre-gl'
import { texts } from '../texts.ts'
import classes from './lead-map.module.css'

/** The leads at a point, first few by name. */
export type LeadsAt = { names: string[]; count: number }
/** What the popups need from the page: the leads at a point, and whether a click is free for them now. */
export type PopupInput = { findLeads: FindLeads; isIdle: () => boolean }

export type FindLeads = (point: [number, number], signal: AbortSignal) => Promise<LeadsAt>

/** How long the pointer rests on a point before its lead is requested. */
const rest = 120

/** The popup under the pointer: a hexagon's count or a point's lead. A point's stays open when clicked. */
export function showPopups(map: MapLibreMap, input: PopupInput): void {
  const popup = new Popup({
    closeButton: false,
    closeOnClick: false,
    offset: 8,
    className: classes.popup ?? '',
  })
  map.on('mousemove', 'hexagons', (event) => {
    const count = Number(event.features?.[0]?.properties.count)
    popup
      .setLngLat(event.lngLat)
      .setText(texts.map.cellCount(formatCount(count)))
      .addTo(map)
  })
  map.on('mouseleave', 'hexagons', () => popup.remove())
  namePoints(map, popup, input)
}

function namePoints(map: MapLibreMap, popup: Popup, { findLeads, isIdle }: PopupInput): void {
  let shown = ''
  let isPinned = false
  let asking = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const close = () => {
    clearTimeout(timer)
    asking.abort()
    shown = ''
    isPinned = false
    popup.remove()
  }
  const tell = (event: MapLayerMouseEvent, wait: number) => {
    const [feature] = event.features ?? []
    if (feature?.geometry.type !== 'Point' || String(feature.properties.cell) === shown) return
    close()
    shown = String(feature.properties.cell)
    const [lon = 0, lat = 0] = feature.geometry.coordinates
    asking = new AbortController()
    const { signal } = asking
    timer = setTimeout(() => {
      findLeads([feature.properties.lon, feature.properties.lat], signal).then(
        (found) => {
          if (!signal.aborted) popup.setLngLat([lon, lat]).setDOMContent(namesOf(found)).addTo(map)
        },
        // No name came: the table has the lead too.
        () => undefined,
      )
    }, wait)
  }
  map.on('mousemove', 'points', (event) => {
    if (!isIdle()) return
    map.getCanvas().style.cursor = 'pointer'
    if (!isPinned) tell(event, rest)
  })
  map.on('mouseleave', 'points', () => {
    if (!isIdle()) return
    map.getCanvas().style.cursor = ''
    if (!isPinned) close()
  })
  map.on('click', (event) => {
    if (map.queryRenderedFeatures(event.point, { layers: ['points'] }).length === 0) close()
  })
  map.on('click', 'points', (event) => {
    if (!isIdle()) return
    tell(event, 0)
    isPinned = true
  })
  map.on('zoomstart', close)
}

function namesOf({ names, count }: LeadsAt): HTMLElement {
  const list = document.createElement('div')
  for (const name of names) {
    const line = document.createElement('div')
    line.textContent = name
    list.append(line)
  }
  if (count > names.length) {
    const more = document.createElement('div')
    more.textContent = texts.map.moreHere(formatCount(count - names.length))
    list.append(more)
  }
  return list
}
