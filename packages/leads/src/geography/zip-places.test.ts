import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { findZip, zipPlaces } from './zip-places.ts'

type Entry = { zip: string; latitude: number; longitude: number; city: string; state: string }
const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as { codes: Record<string, Entry> }

test('every ZIP of the territories is where the package has it', () => {
  const territories = ['PR', 'VI', 'GU', 'AS', 'MP']
  const theirs = Object.values(codes).filter(({ state }) => territories.includes(state))
  const expected = theirs.map(({ zip, latitude: lat, longitude: lon, city, state }) => ({
    ...{ zip, lat, lon, city, state },
    county: expect.any(String),
  }))
  expect(expected.length).toBeGreaterThan(200)
  expect(theirs.map(({ zip }) => findZip(zip))).toEqual(expected)
})

test('a ZIP is found by its own line as it is among all: also one that a military post shares', () => {
  const zips = ['00501', '06103', '99553', '00601', '96860', '09001', '00000']
  const places = zips.map(findZip)
  expect(places.map((place) => place?.state)).toEqual(['NY', 'CT', 'AK', 'PR', 'HI', undefined, undefined])
  expect(places).toEqual(zips.map((zip) => zipPlaces().get(zip)))
})

test('a ZIP whose county was divided after the shapes were drawn is in the county around its point', () => {
  const known = [...zipPlaces().values()].filter(({ county }) => county !== '')
  expect(known.length / zipPlaces().size).toBeGreaterThan(0.99)
  expect(findZip('06103')).toMatchObject({ state: 'CT', county: '09003' })
})
