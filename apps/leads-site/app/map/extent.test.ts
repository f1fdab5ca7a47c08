import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { extentOfAreas, extentOfCells } from './extent.ts'
import type { Areas } from './shapes.ts'

const square = (west: number, south: number, size: number): Areas['features'][number] => ({
  type: 'Feature',
  properties: { name: '', place: '', excluded: false },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  },
})

const areas = (...features: Areas['features']): Areas => ({ type: 'FeatureCollection', features })

test('the extent of areas holds all of them', () => {
  expect(extentOfAreas(areas(square(-100, 30, 2), square(-90, 35, 1)))).toEqual([-100, 30, -89, 36])
})

test('no area and no cell have no extent', () => {
  expect(extentOfAreas(areas())).toBeNull()
  expect(extentOfCells(null)).toBeNull()
  expect(extentOfCells({ kind: 'points', cells: [], unplaced: 3 })).toBeNull()
})

test('islands beyond the date line do not make their state as wide as the world', () => {
  expect(extentOfAreas(areas(square(-150, 60, 5), square(173, 52, 1)))).toEqual([-150, 60, -145, 65])
})

test('one point is shown with the blocks around it', () => {
  const extent = extentOfCells({
    kind: 'points',
    cells: [{ cell: 'lead', count: 1, point: [-95, 29] }],
    unplaced: 0,
  })
  expect(extent?.map((degrees) => degrees.toFixed(2))).toEqual(['-95.01', '28.99', '-94.99', '29.01'])
})

test('a hexagon counts as a whole, not as its centre', () => {
  const cell = latLngToCell(29, -95, 2)
  const [west, south, east, north] = extentOfCells({
    kind: 'hexagons',
    cells: [{ cell, count: 9, point: [-95, 29] }],
    unplaced: 0,
  }) ?? [0, 0, 0, 0]
  expect(east - west).toBeGreaterThan(2)
  expect(north - south).toBeGreaterThan(2)
})
