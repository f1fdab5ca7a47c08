import { expect, test } from 'vitest'
import { cellOf, resolutionOf, showsAll, viewOf } from './map-view.ts'

const country = [-125, 24, -66, 50] as [number, number, number, number]

test('hexagons get finer as the map is zoomed in, but not finer than a screen can show', () => {
  const zooms = [3, 4, 6, 7, 9, 12]
  const small = [-95.5, 29.6, -95.4, 29.7] as [number, number, number, number]
  expect(zooms.map((zoom) => resolutionOf({ bbox: small, zoom }))).toEqual([2, 3, 4, 5, 6, 7])
  expect(resolutionOf({ bbox: country, zoom: 22 })).toBe(3)
  expect(resolutionOf({ bbox: [0, 0, 0, 0], zoom: 12 })).toBe(7)
})

test('a view around everything shows all, a smaller one does not', () => {
  const view = viewOf({ bbox: country, zoom: 4 })
  expect(showsAll(view, [-124, 25, -67, 49])).toBe(true)
  expect(showsAll(view, [-160, 20, -67, 49])).toBe(false)
  expect(showsAll(view, null)).toBe(false)
})

test('a stored cell becomes its H3 index with its centre; a lead without one has none', () => {
  const [cell] = cellOf(BigInt('0x85446c8ffffffff').toString(), 3)
  expect(cell).toMatchObject({ cell: '85446c8ffffffff', count: 3 })
  expect(cellOf('0', 3)).toEqual([])
})
