import { cellToParent } from 'h3-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parentResolutions } from '../dictionaries/lead-table.ts'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

test('ZIPs are repaired, and another country keeps its postal code without becoming a ZIP', async () => {
  const rows = [
    'a,Boston,MA,2108,USA',
    'b,Atlanta,Georgia,30303.0,United States',
    'c,Cambridge,Mass.,02138-1234,',
    'd,Kronach,Bayern,96317,Germany',
    'e,Perth,WA,6000,Australia',
    'f,Austin,TX,NY,US',
    'g,Denver,CO,2804,US',
    'h,San Francisco,CA,941102019,US',
    'i,Mol,Vlaanderen,2400,Belgium',
  ]
  const report = await run('zips', `Name,City,State,Postal Code,Country\n${rows.join('\n')}\n`)
  expect(report).toMatchObject({ rowsIn: 9, rowsStored: 9, rowsRejected: 0 })
  expect(report.unreadable).toEqual([{ key: 'postal_code', cells: 2 }])
  const found = await leads(
    'zips',
    'c_postal_code AS cell, p_zip AS zip, p_state AS state, p_source AS source',
  )
  expect(found.map(({ cell, zip, state, source }) => [cell, zip, state, source])).toEqual([
    ['02108', '02108', 'MA', 'zip'],
    ['30303', '30303', 'GA', 'zip'],
    ['02138', '02138', 'MA', 'zip'],
    ['96317', '', '', 'none'],
    ['6000', '', '', 'none'],
    ['', '', 'TX', 'none'],
    ['', '', 'CO', 'none'],
    ['94110', '94110', 'CA', 'zip'],
    ['2400', '', '', 'none'],
  ])
})

test('counties come from names, FIPS codes and ZIPs, in one edition', async () => {
  const rows = [
    'a,AL,DE KALB,',
    'b,CT,,06103',
    'c,VA,Richmond city,',
    'd,MD,Prince Georges,',
    'e,PR,,00901',
    'f,GA,,30303',
  ]
  await run('counties', `Name,State,County,Zip\n${rows.join('\n')}\n`)
  const found = await leads('counties', 'p_county AS county')
  expect(found.map(({ county }) => county)).toEqual(['01049', '09003', '51760', '24033', '72127', '13121'])
})

test.each([
  ['names', ['Cobb', 'Dade'], ['Fulton', 'Hartford', 'Orleans', '']],
  ['titles', ['Cobb County', 'Dade County'], ['Fulton County', 'Hartford County', 'Orleans Parish', '']],
  ['capitals', ['COBB', 'DADE'], ['FULTON', 'HARTFORD', 'ORLEANS', '']],
  ['codes', ['13067', '13083.0'], ['13121', '09003', '22071', '']],
])(
  'a county that the file leaves blank is taken from the ZIP, also in a column of %s',
  async (style, given, filled) => {
    const blank = ['c,GA,,30303', 'd,CT,,06103', 'e,LA,,70112', 'f,GA,,']
    const rows = [...given.map((county, i) => `g${i},GA,${county},`), ...blank]
    await run(`county-${style}`, `Name,State,County,Zip\n${rows.join('\n')}\n`)
    const found = await leads(`county-${style}`, 'c_county AS county')
    expect(found.slice(2).map(({ county }) => county)).toEqual(filled)
    expect(found[0]).toEqual({ county: given[0] })
  },
)

test('coordinates are checked: swapped and unsigned ones are fixed, impossible ones replaced by the ZIP', async () => {
  const rows = [
    'a,GA,30303,33.75,-84.39',
    'b,GA,30303,-84.39,33.75',
    'c,GA,30303,33.75,84.39',
    'd,GA,30303,0,0',
    'e,GA,30303,,',
    'f,GA,,233.75,-84.39',
    ...Array.from({ length: 30 }, (_, i) => `x${i},GA,30303,33.7${i},-84.3${i}`),
  ]
  await run('points', `Name,State,Zip,Latitude,Longitude\n${rows.join('\n')}\n`)
  const found = await leads(
    'points',
    `round(p_lat, 2) AS lat, round(p_lon, 2) AS lon, p_source AS source, h3_7 AS cell,
      [${parentResolutions.map((resolution) => `h3_${resolution}`)}] AS parents`,
  )
  expect(found.slice(0, 4).map(({ lat, lon, source }) => [lat, lon, source])).toEqual([
    [33.75, -84.39, 'column'],
    [33.75, -84.39, 'column'],
    [33.75, -84.39, 'column'],
    [33.75, -84.39, 'zip'],
  ])
  expect(found[4]?.source).toBe('zip')
  expect(found[5]).toMatchObject({ source: 'none', cell: '0', lat: null, parents: ['0', '0', '0', '0', '0'] })
  expect(found[0]?.cell).toBe(found[1]?.cell)
  for (const { cell, parents } of found.filter((lead) => lead.cell !== '0')) {
    const index = BigInt(z.string().parse(cell)).toString(16)
    expect(parents).toEqual(
      parentResolutions.map((resolution) => String(BigInt(`0x${cellToParent(index, resolution)}`))),
    )
  }
})

test('state, ZIP, city and point are read out of an address when they have no column', async () => {
  const rows = Array.from(
    { length: 10 },
    (_, i) => `n${i},"${i} Main St\nAtlanta, GA 30303\n(33.75${i}, -84.39)"`,
  )
  const report = await run('addresses', `Name,Location\n${rows.join('\n')}\n`)
  expect(report.places).toEqual({ fromColumns: 10, fromZip: 0, none: 0 })
  expect(
    (await leads('addresses', 'p_city AS city, p_state AS state, p_zip AS zip, p_county AS county'))[0],
  ).toEqual({
    city: 'atlanta',
    state: 'GA',
    zip: '30303',
    county: '13121',
  })
})

test('numbers, money, dates and booleans are read in many spellings, and unreadable cells are counted', async () => {
  const rows = [
    'a,"$1,234.50",1e3,30-Oct-09,Y',
    'b,(12),-999,10/30/2009 9:47:00 AM,no',
    'c,n/a,12%,"Oct 30, 2009",-',
    'd,5,oops,2009-02-31,true',
    'e,7,+4,2009-10-30T11:00:00Z,F',
  ]
  const filler = Array.from({ length: 30 }, (_, i) => `f${i},${i},${i},2009-10-30,N`)
  const report = await run('cells', `Name,Revenue,Size,Opened,Active\n${[...rows, ...filler].join('\n')}\n`)
  expect(report.unreadable).toEqual([
    { key: 'size', cells: 1 },
    { key: 'opened', cells: 1 },
  ])
  const found = await leads('cells', 'c_revenue AS r, c_size AS s, c_opened AS o, c_active AS a')
  expect(found.slice(0, 5).map(({ r, s, o, a }) => [r, s, o, a])).toEqual([
    [1234.5, 1000, '2009-10-30', true],
    [-12, null, '2009-10-30', false],
    [null, 12, '2009-10-30', null],
    [5, null, null, true],
    [7, 4, '2009-10-30', false],
  ])
})

test('a number is never infinite and never NaN', async () => {
  const rows = ['inf', 'Infinity', '1e999', '-inf', 'NaN', '7', ...Array.from({ length: 60 }, (_, i) => i)]
  const report = await run('finite', `ID,Size\n${rows.map((cell, i) => `${i},${cell}`).join('\n')}\n`)
  expect(report.unreadable).toEqual([{ key: 'size', cells: 4 }])
  const found = await leads('finite', 'c_size AS size')
  expect(found.slice(0, 6).map(({ size }) => size)).toEqual([null, null, null, null, null, 7])
})

test('a date before 1900 is counted as unreadable, and many of them keep their column a text', async () => {
  const dates = Array.from({ length: 300 }, (_, i) => `${i},2019-03-${String(1 + (i % 28)).padStart(2, '0')}`)
  const few = await run('fewold', `ID,Opened\n${[...dates, '300,1890-05-01'].join('\n')}\n`)
  expect(few.columns[1]?.kind).toBe('date')
  expect(few.unreadable).toEqual([{ key: 'opened', cells: 1 }])
  const old = Array.from({ length: 30 }, (_, i) => `${400 + i},5/${1 + (i % 28)}/1890`)
  const many = await run('manyold', `ID,Opened\n${[...dates, ...old].join('\n')}\n`)
  expect(many.columns[1]?.kind).not.toBe('date')
  expect(many.unreadable).toEqual([])
})

test('day-first dates and decimal commas are recognized from the file', async () => {
  const rows = Array.from({ length: 28 }, (_, i) => `n${i};${i + 1}.03.2019;1.234,5`)
  await run('german', `Name;Date;Amount\n${rows.join('\n')}\n`)
  expect((await leads('german', 'c_date AS d, c_amount AS a'))[2]).toEqual({ d: '2019-03-03', a: 1234.5 })
})
