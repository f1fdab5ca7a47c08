import { expect, test } from 'vitest'
import { knownPlaces } from '../geography/known-places.ts'
import { placeBoxes } from '../geography/place-boxes.ts'
import { boundingBox, boxSum } from './bounding-box.ts'
import { parseQuery } from './parse-query.ts'

const zipLists = new Map([['zip_texas', ['77002', '75201']]])
const context = { places: knownPlaces, boxes: placeBoxes, zipLists }
const boxOf = (text: string) => boundingBox(parseQuery(text), context)
const sumOf = (text: string) => {
  const box = boxOf(text)
  return box && boxSum(box)
}

test('the sum is that of the four coordinates, each rounded to 2 decimals', () => {
  // South, west, north, east: 29.756 and -95.374 are rounded before they are added.
  expect(boxOf('box:"29.756,-95.374,30.1,-95"')).toEqual([-95.374, 29.756, -95, 30.1])
  expect(sumOf('box:"29.756,-95.374,30.1,-95"')).toBe(-9537 + 2976 - 9500 + 3010)
  expect(sumOf('box:"29.758,-95.372,30.1,-95"')).toBe(sumOf('box:"29.756,-95.374,30.1,-95"'))
  expect(sumOf('box:"29.77,-95.374,30.1,-95"')).not.toBe(sumOf('box:"29.756,-95.374,30.1,-95"'))
})

test.each([
  ['state:NV,CA', 'state:CA,NV'],
  ['state:CA or state:NV', 'state:CA,NV'],
  ['state:TX -zip:77002', 'state:TX'],
  ['county:48201', 'county:"Harris, TX"'],
  ['zip:@zip_texas', 'zip:77002,75201'],
])('%s and %s are the same area', (one, other) => {
  expect(sumOf(one)).toBeTypeOf('number')
  expect(sumOf(one)).toBe(sumOf(other))
})

test('conditions that must all hold leave what their boxes share', () => {
  expect(boxOf('state:TX box:"29,-96,30,-95"')).toEqual([-96, 29, -95, 30])
})

test('an area around a point holds the circle', () => {
  const [west = 0, south = 0, east = 0, north = 0] = boxOf('within:10mi@29.76,-95.36') ?? []
  expect(north - south).toBeCloseTo((2 * 10) / 69.09, 2)
  expect((west + east) / 2).toBeCloseTo(-95.36, 4)
})

test.each(['', 'hello', 'employees:>5', '-state:TX', 'state:TX or hello'])(
  '%j is everywhere: no box',
  (text) => {
    expect(boxOf(text)).toBeUndefined()
  },
)
