import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

const many = (row: (index: number) => string): string =>
  Array.from({ length: 30 }, (_, index) => `${row(index)}\n`).join('')

test('what spreadsheets put around a value is not part of it', async () => {
  const link = '"=HYPERLINK(""http://shop.com/a"",""Shop"")"'
  const rows = many(
    (i) => `'${70 + i} Diner No ${i},="02108",'+1 617-555-01${10 + i},mailto:a${i}@shop.com,${link}`,
  )
  await run(
    'wrapped',
    `Company,Zip,Phone,Email,Website\nJoe's,,,,\n'76 Grill,,,,\n${rows.replaceAll(/^'\d+/gm, 'The')}`,
  )
  const found = await leads(
    'wrapped',
    'c_company AS name, c_zip AS zip, p_state AS state, c_phone AS phone, c_email AS email, c_website AS site',
  )
  expect(found.slice(0, 3)).toEqual([
    { name: "Joe's", zip: '', state: '', phone: '', email: '', site: '' },
    { name: "'76 Grill", zip: '', state: '', phone: '', email: '', site: '' },
    {
      name: 'The Diner No 0',
      zip: '02108',
      state: 'MA',
      phone: '+1 617-555-0110',
      email: 'a0@shop.com',
      site: 'http://shop.com/a',
    },
  ])
})

test.each([
  ['usa', 'Boston, MA 02108, USA', 'boston, MA 02108'],
  ['country', 'Boston, MA 02108-1234, United States', 'boston, MA 02108'],
  ['spelled', 'New York, New York 10001', 'new york, NY 10001'],
  ['charleston', 'Charleston, West Virginia, 25301', 'charleston, WV 25301'],
  ['zip-last', 'Denver, Colorado, United States, 80202', 'denver, CO 80202'],
  ['small', 'Philadelphia Pa 19124', 'philadelphia, PA 19124'],
  ['dotted', 'Washington, D.C. 20001', 'washington, DC 20001'],
])('where a lead is can be read at the end of its address (%s)', async (id, ending, place) => {
  const comma = ending.includes(',') ? ',' : ''
  await run(`ends-${id}`, `Company,Address\n${many((i) => `Shop ${i},"${i} Main St${comma} ${ending}"`)}`)
  const found = await leads(
    `ends-${id}`,
    "concat(p_city, ', ', p_state, ' ', p_zip) AS place, p_source AS source",
  )
  expect(found[7]).toEqual({ place, source: 'zip' })
})

test('a column of city, state and ZIP, or of city and state, says where a lead is', async () => {
  const cities = ['Boston, MA 02108', 'Austin, TX  78701', 'Newark, NJ 07102']
  await run('csz', `Company,"City, State Zip"\n${many((i) => `Shop ${i},"${cities[i % 3]}"`)}`)
  expect((await leads('csz', 'p_city AS city, p_zip AS zip'))[1]).toEqual({ city: 'austin', zip: '78701' })
  const seats = ['Boston, Massachusetts, United States', 'Miami, FL', 'Washington, D.C.']
  await run('seats', `Company,Headquarters\n${many((i) => `Shop ${i},"${seats[i % 3]}"`)}`)
  const found = await leads('seats', 'p_city AS city, p_state AS state')
  expect(found.slice(0, 3)).toEqual([
    { city: 'boston', state: 'MA' },
    { city: 'miami', state: 'FL' },
    { city: 'washington', state: 'DC' },
  ])
})

test('pairs with degrees east first, and degrees with a decimal comma, are points', async () => {
  const east = await run('east', `Company,Geo\n${many((i) => `Shop ${i},"-71.0${10 + i}, 42.3${10 + i}"`)}`)
  expect(east.places.fromColumns).toBe(30)
  const comma = await run(
    'comma',
    `Company;Lat;Lon\n${many((i) => `Shop ${i};42,3${1000 + i};-71,0${1000 + i}`)}`,
  )
  expect(comma.places.fromColumns).toBe(30)
  for (const id of ['east', 'comma'])
    expect((await leads(id, 'round(p_lat) AS lat, round(p_lon) AS lon'))[0]).toEqual({ lat: 42, lon: -71 })
})

test('sizes are numbers, also with a unit or a plus behind them; ranges of them are names', async () => {
  const revenues = ['$1.2M', '$500K', '2.5 million', '$4.1B', '"25,000,000"', '-']
  const staff = ['"1,000+"', '12', '~50', '3k', '7', '–']
  const rows = many(
    (i) => `Shop ${i},${revenues[i % 6]},${staff[i % 6]},${['$1M-$5M', '$5M+', '<$1M'][i % 3]}`,
  )
  const report = await run('sizes', `Company,Revenue,Employees,Sales Range\n${rows}`)
  expect(report.columns.map(({ kind }) => kind)).toEqual(['text', 'money', 'number', 'category'])
  expect(report.unreadable).toEqual([])
  const found = await leads('sizes', 'c_revenue AS r, c_employees AS e')
  expect(found.slice(0, 6).map(({ r, e }) => [r, e])).toEqual([
    [1_200_000, 1000],
    [500_000, 12],
    [2_500_000, 50],
    [4_100_000_000, 3000],
    [25_000_000, 7],
    [null, null],
  ])
})

test('days that a spreadsheet counts are dates', async () => {
  const report = await run(
    'days',
    `Company,Start Date,Seats\n${many((i) => `Shop ${i},${45_356 + i},${45_000 + i}`)}`,
  )
  expect(report.columns.map(({ kind }) => kind)).toEqual(['text', 'date', 'number'])
  expect((await leads('days', 'c_start_date AS day'))[0]).toEqual({ day: '2024-03-05' })
})

test('a day of zeros is no day', async () => {
  const zeros = ['00/00/0000', '0/0/00', '0000-00-00', '3/5/2024']
  const report = await run('zeros', `Company,Birthday\n${many((i) => `Shop ${i},${zeros[i % 4]}`)}`)
  expect(report.unreadable).toEqual([])
  expect((await leads('zeros', 'c_birthday AS day')).slice(2, 4)).toEqual([
    { day: null },
    { day: '2024-03-05' },
  ])
})
