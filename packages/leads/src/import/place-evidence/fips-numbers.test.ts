import { expect, test } from 'vitest'
import { openImportFixture } from '../testing.ts'

const { run, leads } = openImportFixture()

const counties = ['25025', '48453', '08031', '13121', '01073', '06037', '36061', '17031', '53033', '39049']
const rows = (line: (fips: string) => string, some = counties): string =>
  Array.from({ length: 40 }, (_, i) => `Shop ${i},${line(some[i % some.length] ?? '')}\n`).join('')
const placesOf = (id: string) => leads(id, 'p_state AS state, p_county AS county', 'row < 6')
const expected = [
  { state: 'MA', county: '25025' },
  { state: 'TX', county: '48453' },
  { state: 'CO', county: '08031' },
  { state: 'GA', county: '13121' },
]

test.each([
  ['STATEFP,COUNTYFP', (fips: string) => `${fips.slice(0, 2)},${fips.slice(2)}`],
  ['ST_FIPS,cnty_fips', (fips: string) => `${Number(fips.slice(0, 2))},${Number(fips.slice(2))}`],
  ['State Code,County Code', (fips: string) => `${Number(fips.slice(0, 2))}.0,${Number(fips.slice(2))}.0`],
])('numbers of states and counties place a lead: %s', async (header, line) => {
  const id = `numbers-${header.length}`
  const report = await run(id, `Company,${header}\n${rows(line)}`)
  expect((await placesOf(id)).slice(0, 4)).toEqual(expected)
  expect(report.columns.map(({ kind }) => kind).slice(1)).toEqual(['category', 'category'])
})

test('a county’s number is read in the state that a name says', async () => {
  const names = new Map([
    ['25', 'Massachusetts'],
    ['48', 'TX'],
  ])
  const some = ['25025', '48453', '25001', '48001', '25003', '48003', '25005', '48005']
  const line = (fips: string) => `${names.get(fips.slice(0, 2))},${fips.slice(2)}`
  await run('named', `Company,State,County Number\n${rows(line, some)}`)
  expect((await placesOf('named')).slice(0, 2)).toEqual(expected.slice(0, 2))
})

test('one state’s number is believed where it makes counties with the numbers beside it', async () => {
  const ohio = [1, 3, 5, 7, 9, 11, 13, 15].map((county) => `39${String(county).padStart(3, '0')}`)
  const line = (fips: string) => `39,${Number(fips.slice(2))}`
  await run('ohio', `Company,STATE,COUNTY\n${rows(line, ohio)}`)
  expect((await placesOf('ohio'))[1]).toEqual({ state: 'OH', county: '39003' })
  const own = [1, 2, 3, 4, 5, 6, 7, 8].map((county) => `39${String(county).padStart(3, '0')}`)
  await run('own', `Company,STATE,COUNTY\n${rows(line, own)}`)
  expect((await placesOf('own'))[1]).toEqual({ state: '', county: '' })
})

test('numbers in the order of the alphabet are no FIPS numbers', async () => {
  const lines = Array.from({ length: 51 }, (_, i) => `Shop ${i},${i + 1}\n`).join('')
  await run('alphabet', `Company,statecode\n${lines}`)
  expect((await placesOf('alphabet'))[1]).toEqual({ state: '', county: '' })
})
