import { expect, test } from 'vitest'
import { knownPlaces } from '../geography/known-places.ts'
import { parseQuery } from '../query/parse-query.ts'
import { checkPlaces } from '../query/place-names.ts'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

/** Former codes and new ones, with the county of the map that each lies in; '' where several share it. */
const changed = [
  ['46113', 'SD', '46102', 'Shannon'],
  ['2270', 'AK', '02158', 'Wade Hampton Census Area'],
  ['02063', 'AK', '02261', 'Chugach Census Area'],
  ['02066', 'AK', '02261', 'Copper River Census Area'],
  ['51515', 'VA', '51019', 'Bedford city'],
  ['12025', 'FL', '12086', 'Dade'],
  ['09120', 'CT', '09001', 'Greater Bridgeport Planning Region'],
  ['9170', 'CT', '09009', 'South Central Connecticut Planning Region'],
  ['09110', 'CT', '', 'Capitol Planning Region'],
  ['09190', 'CT', '', 'Western Connecticut'],
] as const
const places = changed.map(([, state, county]) => ({ state, county }))
const file = (header: string, line: (change: (typeof changed)[number], i: number) => string): string =>
  `${header}\n${Array.from({ length: 40 }, (_, i) => `Shop ${i},${line(changed[i % 10] ?? changed[0], i)}\n`).join('')}`

test('codes of counties that were renamed, joined or divided place a lead', async () => {
  const report = await run(
    'codes',
    file('Company,FIPS', ([fips]) => fips),
  )
  expect(report.columns[1]?.kind).toBe('county')
  expect(await leads('codes', 'p_state AS state, p_county AS county', 'row <= 10')).toEqual(places)
  const cells = await leads('codes', 'c_fips AS fips', 'row = 9')
  expect(cells).toEqual([{ fips: '09110' }])
})

test('so do their names, and numbers within the state', async () => {
  await run(
    'names',
    file('Company,State,County', ([, state, , name]) => `${state},${name}`),
  )
  expect(await leads('names', 'p_state AS state, p_county AS county', 'row <= 10')).toEqual(places)
  await run(
    'numbers',
    file('Company,State,County FIPS', ([fips, state]) => `${state},${fips.slice(-3)}`),
  )
  expect(await leads('numbers', 'p_state AS state, p_county AS county', 'row <= 10')).toEqual(places)
})

test('a region that lies in several counties is in that of the ZIP', async () => {
  const zips = ['06103', '06084', '06066', '06010']
  await run(
    'zips',
    file('Company,State,County,Zip', (_, i) =>
      i % 2 === 0 ? `CT,Capitol,${zips[i % 4]}` : `CT,09110,${zips[i % 4]}`,
    ),
  )
  const found = await leads('zips', 'p_county AS county', 'row <= 4')
  expect(found.map(({ county }) => county)).toEqual(['09003', '09013', '09013', '09003'])
})

test('a code that no county ever had is none', async () => {
  await run(
    'none',
    file('Company,FIPS,Zip', ([fips], i) => (i % 10 === 8 ? '09999,06103' : `${fips},`)),
  )
  expect(await leads('none', 'p_county AS county', 'row = 9')).toEqual([{ county: '09003' }])
})

test('a search finds a county by its former name and code, and says where a region lies', () => {
  const codesOf = (name: string, state?: string) =>
    knownPlaces.findCounty(name, state).map(({ fips }) => fips)
  expect(codesOf('Shannon', 'SD')).toEqual(['46102'])
  expect(codesOf('12025')).toEqual(['12086'])
  expect(codesOf('Wade Hampton')).toEqual(['02158'])
  // Georgia and Missouri have a Dade County today.
  expect(codesOf('Dade')).toEqual(['13083', '29057'])
  const check = (text: string) => () => checkPlaces(parseQuery(text), knownPlaces, new Set())
  expect(check('county:46113')).not.toThrow()
  for (const text of ['county:09110', 'county:"Capitol Planning Region, CT"'])
    expect(check(text)).toThrow('It lies in county:09003,09013')
})
