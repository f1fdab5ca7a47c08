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
  const { zips, refused } = await readZips('\ufeffZIP;City\r\n"77002",\t77001|2138\n 30601.0 / 77001; hello')
  expect(zips).toEqual(['02138', '30601', '77001', '77002'])
  expect(refused).toEqual(['ZIP', 'City', 'hello'])
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
