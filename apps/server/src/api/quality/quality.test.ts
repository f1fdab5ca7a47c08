import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { sampleDictId } from '@freeor/leads/sample/commands'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { contactPattern } from '../../testing/firms.ts'

let fixture: CompaniesFixture
const dictId = 'mixed'

/** Gaps in every column, spellings that differ in case, twins, dates, years and rows that cannot be read. */
const lines = [
  'Company,Industry,Founded,State,ZIP,Email,Updated',
  ...Array.from({ length: 60 }, (_, i) => {
    const industry = ['Plumbing', 'PLUMBING', 'Bakery', ''][i % 4]
    const year = i % 5 === 0 ? '' : String(1990 + (i % 7))
    const email = i % 3 === 0 ? `private-person-${i}@firm.example` : ''
    return `Firm ${i},${industry},${year},TX,77002,${email},${2020 + (i % 3)}-05-0${1 + (i % 9)}`
  }),
  'Firm 1,Plumbing,1991,TX,77002,,2021-05-02',
  'Too,few',
]

const importMixed = async (of: string, rows: readonly string[] = lines) =>
  await importLeads(fixture.deps.imports, {
    source: memorySource(`${rows.join('\n')}\n`),
    dictId: of,
    name: 'Mixed',
  })

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40, jobs: false })
  await importMixed(dictId)
})
afterAll(async () => await fixture.close())

const readQuality = async () =>
  await fixture.call('GET', `/api/dictionaries/${dictId}/quality`, { as: fixture.people.owner })
const search = async (body: { filter?: string; facets?: string[]; count_only?: boolean }) =>
  (await fixture.call('POST', `/api/search/${dictId}`, { as: fixture.people.owner, body })).body
const countOf = async (filter: string) => (await search({ filter, count_only: true })).count

test('filled cells, values and years are what the search says', async () => {
  const { status, body, text } = await readQuality()
  expect(status, text).toBe(200)
  expect(body.leads).toBe(await countOf(''))
  expect(body.columns.length).toBeGreaterThan(5)
  for (const { key, filled } of body.columns) expect([key, filled]).toEqual([key, await countOf(`${key}:*`)])
  const faceted = body.columns.filter(({ distinct }) => distinct !== null)
  expect(faceted.map(({ key }) => key)).toContain('industry')
  for (const { key, distinct } of faceted) {
    const [facet] = (await search({ facets: [key] })).facets
    expect([key, distinct]).toEqual([key, facet?.distinct])
  }
  const founded = body.columns.find(({ key }) => key === 'founded')?.years ?? []
  expect(founded.map(({ year }) => year)).toEqual([1990, 1991, 1992, 1993, 1994, 1995, 1996])
  for (const { year, count } of founded) expect(count).toBe(await countOf(`founded:${year}`))
  const updated = body.columns.find(({ key }) => key === 'updated')?.years ?? []
  expect(updated.map(({ year }) => year)).toEqual([2020, 2021, 2022])
  for (const { year, count } of updated)
    expect(count).toBe(await countOf(`updated:${year}-01-01..${year}-12-31`))
})

test('more than forty years are told as decades, as many as the search finds in them; fewer one by one', async () => {
  const of = 'decades'
  const rows = Array.from({ length: 90 }, (_, i) => `${i},Firm ${i},${1930 + (i % 61)},77002`)
  await importMixed(of, ['ID,Company,Founded,ZIP', ...rows])
  const { body } = await fixture.call('GET', `/api/dictionaries/${of}/quality`, { as: fixture.people.owner })
  const founded = body.columns.find(({ key }) => key === 'founded')
  expect(founded?.yearsEach).toBe(10)
  expect(founded?.years.map(({ year }) => year)).toEqual([1930, 1940, 1950, 1960, 1970, 1980, 1990])
  expect(founded?.years.reduce((sum, { count }) => sum + count, 0)).toBe(90)
  for (const { year, count } of founded?.years ?? []) {
    const found = await fixture.call('POST', `/api/search/${of}`, {
      ...{ as: fixture.people.owner, body: { filter: `founded:${year}..${year + 9}`, count_only: true } },
    })
    expect([year, count]).toEqual([year, found.body.count])
  }
  const mixed = (await readQuality()).body.columns.find(({ key }) => key === 'founded')
  expect(mixed?.yearsEach).toBe(1)
})

test('rejected rows are told by the kind of their reason, and those of before it was kept are not', async () => {
  const of = 'rejects'
  const rows = ['1,A,77002,x', '2', ',,', '3,B,77002', '4,C\0,77002', `5,${'x'.repeat(2 ** 20 + 1)},77002`]
  const report = await importMixed(of, ['ID,Company,ZIP', ...rows])
  const read = async () =>
    (await fixture.call('GET', `/api/dictionaries/${of}/quality`, { as: fixture.people.owner })).body
      .imports[0]
  const latest = await read()
  expect(latest?.rejectedBy).toEqual(report.rejectedBy)
  expect(latest?.rejectedBy?.reduce((sum, one) => sum + one.rows, 0)).toBe(report.rowsRejected)
  expect(latest?.rejectedBy?.map(({ kind, rows: count }) => [kind, count])).toEqual([
    ['cells', 2],
    ['blank', 1],
    ['bytes', 1],
    ['length', 1],
  ])
  await fixture.deps.db.execute(sql`UPDATE imports SET report = report - 'rejectedBy' WHERE dict_id = ${of}`)
  expect((await read())?.rejectedBy).toBeNull()
})

test('leads that are one business are counted once, in the version that serves', async () => {
  const of = 'twice'
  const acme = [
    '1,Acme Plumbing LLC,12 North Main St,77002,212-555-0101',
    '2,ACME PLUMBING,"12 N. Main Street, Suite 4",77002,(212) 555-0101',
    '3,Acme Plumbing Inc.,,77002,212.555.0101',
    '4,Bright Dental,7 Elm St,77002,212-555-0102',
  ]
  const read = async () =>
    (await fixture.call('GET', `/api/dictionaries/${of}/quality`, { as: fixture.people.owner })).body
  await importMixed(of, ['ID,Company,Address,ZIP,Phone', ...acme])
  expect(await read()).toMatchObject({ leads: 4, businesses: 2 })
  // The third lead is gone; that it was the same business as another is still known, and counts for nothing.
  await importMixed(of, ['ID,Company,Address,ZIP,Phone', ...acme.filter((row) => !row.startsWith('3'))])
  expect(await read()).toMatchObject({ leads: 3, businesses: 2 })
})

test('no cell of a lead is in it', async () => {
  const { text } = await readQuality()
  expect(text).not.toMatch(contactPattern)
  expect(text).not.toContain('Firm 1')
})

test('the figures of a version are counted once; a new version is counted anew, and its import is told of', async () => {
  await readQuality()
  const asked = vi.spyOn(fixture.deps.olap, 'ask')
  const before = (await readQuality()).body
  expect(asked).not.toHaveBeenCalled()
  const report = await importMixed(dictId, [...lines, 'Newest,Bakery,2001,TX,77002,,2024-01-01'])
  asked.mockRestore()
  const { body } = await readQuality()
  expect(body.leads).toBe(before.leads + 1)
  const [latest] = body.imports
  const { rowsIn, rowsStored, rowsRejected, duplicates, changes } = report
  expect(latest).toMatchObject({ version: 2, rowsIn, rowsStored, rowsRejected, duplicates, ...changes })
  expect(rowsRejected).toBe(1)
  expect(body.imports.map(({ version }) => version)).toEqual([2, 1])
})

test('a visitor sees the sample’s quality only', async () => {
  expect((await fixture.call('GET', '/api/showcase/quality')).body).toEqual({ quality: null })
  expect((await fixture.call('GET', `/api/dictionaries/${dictId}/quality`)).status).toBe(401)
  await importMixed(sampleDictId)
  expect((await fixture.call('GET', '/api/showcase/quality')).body.quality?.dictId).toBe(sampleDictId)
})
