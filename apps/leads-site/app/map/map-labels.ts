import type { Map as MapLibreMap } from 'maplibre-gl'
import { extentOfAreas } from './extent.ts'
import classes from './lead-map.module.css'
import type { Areas } from './shapes.ts'

/** Pixels a state must be wide for its code, and for its name. */
const widthForCode = 34
const widthForName = 150
/** Closer than this the view is inside a state. */
const closest = 8

type Label = {
  element: HTMLElement
  at: [number, number]
  west: number
  east: number
  code: string
  name: string
}

/** The middle of the largest part of a state: the middle of Michigan's extent is in the lake. */
function middleOf(state: Areas['features'][number]): [number, number] {
  const { geometry } = state
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const largest = parts.map((part) => ringMiddle(part[0] ?? [])).toSorted((a, b) => b.area - a.area)[0]
  return largest?.at ?? [0, 0]
}

/** Area and centroid of a ring by the shoelace formula, in degrees. */
function ringMiddle(ring: readonly number[][]): { area: number; at: [number, number] } {
  let [area, x, y] = [0, 0, 0]
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax = 0, ay = 0] = ring[i] ?? []
    const [bx = 0, by = 0] = ring[i + 1] ?? []
    const cross = ax * by - bx * ay
    area += cross / 2
    x += ((ax + bx) * cross) / 6
    y += ((ay + by) * cross) / 6
  }
  return { area: Math.abs(area), at: area === 0 ? [0, 0] : [x / area, y / area] }
}

/** Names the states as HTML: map glyphs would need a font server. For the eye only; the panels name places too. */
export function labelStates(map: MapLibreMap, states: Areas): () => void {
  const layer = document.createElement('div')
  layer.className = classes.labels ?? ''
  layer.setAttribute('aria-hidden', 'true')
  const labels = states.features.flatMap((state): Label[] => {
    const extent = extentOfAreas({ type: 'FeatureCollection', features: [state] })
    if (!extent) return []
    const element = document.createElement('span')
    layer.append(element)
    const { place, name } = state.properties
    return [{ element, at: middleOf(state), west: extent[0], east: extent[2], code: place, name }]
  })
  const draw = () => {
    const isClose = map.getZoom() > closest
    for (const { element, at, west, east, code, name } of labels) {
      const width = map.project([east, at[1]]).x - map.project([west, at[1]]).x
      element.hidden = isClose || width < widthForCode
      if (element.hidden) continue
      const text = width > widthForName ? name : code
      if (element.textContent !== text) element.textContent = text
      const { x, y } = map.project(at)
      element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`
    }
  }
  map.getCanvasContainer().append(layer)
  map.on('move', draw)
  draw()
  return () => {
    map.off('move', draw)
    layer.remove()
  }
}
