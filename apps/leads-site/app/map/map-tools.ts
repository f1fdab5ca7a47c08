import type { PlaceClause, Position } from '@freeor/leads/query/ast'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode, TerraDrawRectangleMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { distanceKm } from './shapes.ts'

export type Tool = 'pan' | 'polygon' | 'circle' | 'box' | 'pick'

const modeOf = { polygon: 'polygon', circle: 'circle', box: 'rectangle' } as const
const kmPerMile = 1.609344

function ringOf(geometry: { type: string; coordinates: unknown }): Position[] {
  if (geometry.type !== 'Polygon') return []
  const [outer] = geometry.coordinates as Position[][]
  return (outer ?? []).slice(0, -1)
}

/** What a finished drawing says in the query language. */
function placeOfDrawing(mode: string, ring: readonly Position[]): PlaceClause | undefined {
  const lons = ring.map(([lon]) => lon)
  const lats = ring.map(([, lat]) => lat)
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  if (ring.length < 3 || west === east || south === north) return undefined
  if (mode === 'rectangle') return { type: 'place', kind: 'box', south, west, north, east }
  if (mode === 'polygon') return { type: 'place', kind: 'polygon', rings: [[...ring]] }
  const center: Position = [(west + east) / 2, (south + north) / 2]
  const miles = distanceKm(center, [center[0], north]) / kmPerMile
  const distance = Math.max(0.1, Math.round(miles * 10) / 10)
  return { type: 'place', kind: 'within', distance, unit: 'mi', center: { at: center } }
}

export type Drawing = { use(tool: Tool): void; stop(): void }

/** Drawing on the map. Its layers are added after ours, so what is drawn is above what was found. */
export function startDrawing(map: MapLibreMap, onPlace: (place: PlaceClause) => void): Drawing {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [new TerraDrawPolygonMode(), new TerraDrawCircleMode(), new TerraDrawRectangleMode()],
  })
  draw.start()
  draw.on('finish', (id, context) => {
    const drawn = draw.getSnapshotFeature(id)
    const place = drawn ? placeOfDrawing(context.mode, ringOf(drawn.geometry)) : undefined
    // The library still writes to the feature in this turn; the chosen outline replaces it in the next.
    queueMicrotask(() => {
      if (draw.hasFeature(id)) draw.removeFeatures([id])
      if (place) onPlace(place)
    })
  })
  return {
    use(tool) {
      draw.setMode(tool === 'pan' || tool === 'pick' ? 'static' : modeOf[tool])
    },
    stop: () => draw.stop(),
  }
}
