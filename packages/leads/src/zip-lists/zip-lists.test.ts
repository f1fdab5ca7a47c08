import { fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCompany } from '../downloads/testing.ts'
import { createZipList, forgetZipListReads, zipListLimits } from './commands.ts'
import { findZipList } from './queries.ts'
import { readZips, repairZip } from './read-zips.ts'
import { zipLists } from './tables.ts'

const clock = fakeClock('2026-03-01T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database?.close())

test.each([
  ['02138', '02138'],
  ['2138', '02138'],
  ['2138.0', '02138'],
  ['501', '00501'],
  ['02138-1234', '02138'],
  ['2138-1234', '02138'],
  ['021381234', '02138'],
  ['21381234', '02138'],
  ['55044-', '55044'],
  ['500', undefined],
  ['12', undefined],
  ['123456', undefined],
  ['abc', undefined],
  ['', undefined],
])('%j is read as the ZIP %j', (text, zip) => {
  expect(repairZip(text)).toBe(zip)
})

test('any separators and quotes are accepted, order and repeats do not matter', async () => {
  const { zips, refused } = await readZips('\ufeffMine:\r\n"77002",\t77001|2138\n 30601.0 / 77001; hello')
  expect(zips).toEqual(['02138', '30601', '77001', '77002'])
  expect(refused).toEqual(['Mine', 'hello'])
})

test('of a table only the column of ZIP codes is read, whatever else has as many digits', async () => {
  for (const table of [
    'City,ZIP Code,Population\nActon,1720,2138\n"Lynn, MA",01901-2233,10001\n\n',
    'pop;zip\r\n4500;1720\r\n10001;01901\r\n',
    '"zipcode"\t"income"\n"01720"\t"60601"\n"1901"\t""\n',
  ])
    expect(await readZips(table)).toEqual({ zips: ['01720', '01901'], refused: [] })
  expect((await readZips('ZIP,State\n01720,MA\n\n01901')).zips).toEqual(['01720', '01901'])
})

const zipsOf = async (...lines: string[]) => (await readZips(lines.join('\n'))).zips

test('the tables that agencies publish give their ZIP codes and no areas, codes of counties or incomes', async () => {
  const gazetteer = ['00601\t166847909\t799292\t18.18\t-66.75 ', '77002\t4966209\t69133\t29.76\t-95.37 ']
  expect(await zipsOf('GEOID\tALAND\tAWATER\tINTPTLAT\tINTPTLONG        ', ...gazetteer)).toEqual([
    '00601',
    '77002',
  ])
  const relations = ['2214|00601|ZCTA5 00601|166847909|72001', '2215|77002|ZCTA5 77002|78546711|48201']
  const names = 'OID_ZCTA5_20|GEOID_ZCTA5_20|NAMELSAD_ZCTA5_20|AREALAND_ZCTA5_20|GEOID_COUNTY_20'
  expect(await zipsOf(names, ...relations)).toEqual(['00601', '77002'])
  const incomes = ['8600000US77002,ZCTA5 77002,90123', '8600000US77003,ZCTA5 77003,60601']
  expect(await zipsOf('GEO_ID,NAME,INCOME', ...incomes)).toEqual(['77002', '77003'])
  const crosswalk = ['601.0,72001.0,0.99', '22031,51600,0.1', '22031,51059,0.9']
  expect(await zipsOf('zip,geoid,res_ratio', ...crosswalk)).toEqual(['00601', '22031'])
  const postal = ['US\t63101\tSt. Louis\tMO\t510\t\t38.63', 'US\t77002\tHouston\tTX\t201\t\t29.75']
  expect(await zipsOf(...postal, 'US\t99553\tAkutan\tAK\t013\t\t54.14')).toEqual(['63101', '77002', '99553'])
})

test('a title above a table, a total below it and cells that are left off make no other column of it', async () => {
  const rows = ['77002,10001', '77003,60601']
  expect(await zipsOf('My territory', '', 'PostalCode,Sales', ...rows, 'Total,70602')).toEqual([
    '77002',
    '77003',
  ])
  expect(await zipsOf('ZIP,Sales,', ...rows.map((row) => `${row},`), '77004', ',,')).toEqual([
    ...['77002', '77003', '77004'],
  ])
  // Nothing tells which column of these is one of ZIP codes: none is left out.
  for (const grid of [
    ['77001,77002', '77003,99998'],
    ['Houston,77001,77002', '77003,99998'],
  ])
    expect(await zipsOf(...grid)).toEqual(expect.arrayContaining(['77002', '77003', '99998']))
  expect(await zipsOf('Area;Codes', 'North;77001, 77002', 'South;77003')).toEqual(['77001', '77002', '77003'])
  expect(await zipsOf('Sales,ZIP', '10001,77002', '77003')).toContain('77003')
})

test('other dashes, unseen signs and placeholders make no other ZIP code of one', async () => {
  const { zips, refused } = await readZips('02138–1234 770\u200b02\u200b 606* 94?? 77001—77005')
  expect(zips).toEqual(['02138', '77002'])
  expect(refused).toEqual(['606*', '94??', '77001-77005'])
})

test('a list belongs to its company, and the same codes again are the same list', async () => {
  const { db } = database
  const mine = await newCompany(db, { now: clock.now() })
  const other = await newCompany(db, { now: clock.now() })
  const list = await createZipList({ db, clock }, mine, '77001, 77002 99998 nonsense')
  expect(list).toEqual({
    id: expect.stringMatching(/^zip_[0-9a-z]+$/),
    count: 3,
    unknown: ['nonsense', '99998'],
  })
  expect(await findZipList(db, mine, list.id)).toEqual({ id: list.id, count: 3 })
  expect(await findZipList(db, other, list.id)).toBeUndefined()
  expect((await createZipList({ db, clock }, mine, '99998\n77002\n77001')).id).toBe(list.id)
  expect((await createZipList({ db, clock }, other, '99998\n77002\n77001')).id).not.toBe(list.id)
})

test('50,000 codes are accepted, one more is not; a text without any is refused', async () => {
  const { db } = database
  const scope = await newCompany(db, { now: clock.now() })
  const codes = Array.from({ length: 50_001 }, (_, index) => String(20_000 + index))
  expect(await createZipList({ db, clock }, scope, codes.slice(1).join(' '))).toMatchObject({ count: 50_000 })
  await expect(createZipList({ db, clock }, scope, codes.join(' '))).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(createZipList({ db, clock }, scope, 'none here')).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect((await db.select().from(zipLists)).length).toBeGreaterThan(0)
})

test('the texts of a day are counted by company, and old days forgotten', async () => {
  const { db } = database
  const [scope, other] = [
    await newCompany(db, { now: clock.now() }),
    await newCompany(db, { now: clock.now() }),
  ]
  const keep = async (characters: number, of = scope) =>
    await createZipList({ db, clock }, of, '77001'.padEnd(characters))
  const { charactersPerDay, characters } = zipListLimits
  for (let sent = 0; sent < charactersPerDay; sent += characters) await keep(characters)
  await expect(keep(5)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 43_200 },
  })
  await keep(5, other)
  await forgetZipListReads(db, new Date('2026-03-09T12:00:00Z'))
  await keep(5)
})
