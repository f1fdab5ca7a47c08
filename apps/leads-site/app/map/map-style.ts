import type { SearchAnswer } from '@freeor/leads/schema'
import type { FeatureCollection } from 'geojson'
import { cellToBoundary } from 'h3-js'
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'

export type Scheme = 'light' | 'dark'

/** The map's colours: quiet land, and the accent for what was found. */
const colors = {
  light: {
    water: '#eef2f3',
    land: '#fbfcfc',
    county: '#e3e9ea',
    state: '#b9c4c7',
    ramp: ['#bfe3da', '#45b09b', '#086152', '#02332b'],
    chosen: '#0e1f1c',
    excluded: '#a2391b',
    point: '#086152',
    rim: '#ffffff',
  },
  dark: {
    water: '#0c1011',
    land: '#171d1f',
    county: '#222a2d',
    state: '#3d494d',
    ramp: ['#0f4a40', '#12846f', '#45b09b', '#cbeae2'],
    chosen: '#e8efee',
    excluded: '#f0a48c',
    point: '#6ec4b2',
    rim: '#101516',
  },
} as const

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Colour by the logarithm of the count: places differ by orders of magnitude. */
function ramp(scheme: Scheme, largest: number): ExpressionSpecification {
  const [a, b, c, d] = colors[scheme].ramp
  const top = Math.max(Math.log(largest), 0.1)
  return [
    'interpolate',
    ['linear'],
    ['ln', ['get', 'count']],
    0,
    a,
    top * 0.45,
    b,
    top * 0.8,
    c,
    top * 1.001,
    d,
  ]
}

/** The empty map: sources are filled as data comes. Without glyphs, so nothing is fetched from elsewhere. */
export function mapStyle(scheme: Scheme): StyleSpecification {
  const c = colors[scheme]
  return {
    version: 8,
    sources: {
      states: { type: 'geojson', data: nothing },
      counties: { type: 'geojson', data: nothing },
      cells: { type: 'geojson', data: nothing },
      chosen: { type: 'geojson', data: nothing },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': c.water } },
      { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': c.land } },
      { id: 'county-areas', type: 'fill', source: 'counties', minzoom: 5.5, paint: { 'fill-opacity': 0 } },
      {
        id: 'county-lines',
        type: 'line',
        source: 'counties',
        minzoom: 4.8,
        paint: { 'line-color': c.county, 'line-width': 1 },
      },
      {
        id: 'hexagons',
        type: 'fill',
        source: 'cells',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': ramp(scheme, 10), 'fill-opacity': 0.86, 'fill-outline-color': c.rim },
      },
      {
        id: 'state-lines',
        type: 'line',
        source: 'states',
        paint: { 'line-color': c.state, 'line-width': 1 },
      },
      {
        id: 'points',
        type: 'circle',
        source: 'cells',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-color': c.point,
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 3, 14, 6],
          'circle-stroke-color': c.rim,
          'circle-stroke-width': 1,
        },
      },
      {
        id: 'chosen-fill',
        type: 'fill',
        source: 'chosen',
        paint: { 'fill-color': ['case', ['get', 'excluded'], c.excluded, c.chosen], 'fill-opacity': 0.05 },
      },
      {
        id: 'chosen-lines',
        type: 'line',
        source: 'chosen',
        filter: ['!', ['get', 'excluded']],
        paint: { 'line-color': c.chosen, 'line-width': 2 },
      },
      {
        id: 'excluded-lines',
        type: 'line',
        source: 'chosen',
        filter: ['get', 'excluded'],
        paint: { 'line-color': c.excluded, 'line-width': 2, 'line-dasharray': [2, 1.5] },
      },
    ],
  }
}

/** The colours of the ramp at its stops, from one lead to the fullest cell. */
export const rampColors = (scheme: Scheme): string[] => {
  const [a, b, c, d] = colors[scheme].ramp
  return [a, `${b} 45%`, `${c} 80%`, d]
}

/** The hexagons' colours for the counts on the map now. */
export const hexagonColor = (scheme: Scheme, cells: SearchAnswer['map']): ExpressionSpecification =>
  ramp(scheme, Math.max(2, largestCount(cells)))

/** The count of the fullest cell; 0 without any. */
export const largestCount = (map: SearchAnswer['map']): number =>
  map?.cells.reduce((largest, cell) => Math.max(largest, cell.count), 0) ?? 0

/** The answer's cells as shapes: hexagons by their H3 index, or points. */
export function cellShapes(map: SearchAnswer['map']): FeatureCollection {
  if (!map) return nothing
  return {
    type: 'FeatureCollection',
    features: map.cells.map((cell) => ({
      type: 'Feature',
      // A rendered feature's geometry is rounded to its tile: the properties keep the exact point.
      properties: { count: cell.count, cell: cell.cell, lon: cell.point[0], lat: cell.point[1] },
      geometry:
        map.kind === 'hexagons'
          ? { type: 'Polygon', coordinates: [cellToBoundary(cell.cell, true)] }
          : { type: 'Point', coordinates: cell.point },
    })),
  }
}
