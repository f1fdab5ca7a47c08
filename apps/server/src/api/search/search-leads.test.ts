import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import type { SearchRequest } from '@freeor/leads/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 400, jobs: false })
})

afterAll(async () => await fixture.close())

const search = (body: SearchRequest, as = fixture.people.owner) =>
  fixture.call('POST', '/api/search/firms', { as, body })

test('one call answers count, drops, facets, map and first page from one version', async () => {
  const map = { bbox: [-125, 24, -66, 49] as [number, number, number, number], zoom: 4 }
  const answer = await search({
    dslFilter: 'state:TX',
    filter: 'industry:Plumbing',
    facets: ['city'],
    map,
    limit: 5,
  })
  expect(answer.status, answer.text).toBe(200)
  const { count, rows, dropOne, facets, dataVersion } = answer.body
  // 400 firms in turn over four cities, two of them in Texas, and over four industries.
  expect({ count, dataVersion, rows: rows.length }).toEqual({ count: 100, dataVersion: 1, rows: 5 })
  expect(dropOne.map(({ count: without }) => without).toSorted((a, b) => a - b)).toEqual([100, 200])
  expect(facets[0]?.values.reduce((sum, value) => sum + value.count, facets[0].blank)).toBe(count)
  const onMap = answer.body.map
  expect((onMap?.cells.reduce((sum, cell) => sum + cell.count, 0) ?? 0) + (onMap?.unplaced ?? 0)).toBe(count)
})

test('a query that cannot be read is 422 with its place and what was expected', async () => {
  const answer = await search({ filter: 'employees:50..x' })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ code: 'invalid_query', field: 'filter', position: expect.any(Number) })
})

test('of many searches that a company sends at the same time two run; the others are told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => search({ facets: ['industry'] })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect((await search({})).status, 'the limit is free again').toBe(200)
})

test('one company’s flood of searches refuses no other company', async () => {
  const [, theirs] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => search({}))),
    search({}, fixture.people.stranger),
  ])
  expect(theirs.status).toBe(200)
})

test.each([
  "state:TX' OR 1=1 --",
  'company:~"\') UNION SELECT * FROM system.users --"',
  'company:~`; DROP TABLE freeor.leads_1_v1',
  'company:"file(\'/etc/passwd\')"',
  'company:"url(\'http://169.254.169.254\')"',
  'company:"x" SETTINGS readonly=0',
  'company:"x" FORMAT CSV',
  'company:"{p1:UInt32}"',
  'company:/* comment */x',
  'c_email:x',
  'lead_id:1',
  'zip:(SELECT 1)',
])('the text %j is a value or an error, never SQL', async (text) => {
  for (const field of ['filter', 'dslFilter', 'q'] as const) {
    const answer = await search({ [field]: text })
    expect([200, 422], answer.text).toContain(answer.status)
    if (answer.status === 200) expect(answer.body.count).toBeLessThan(400)
    expect(answer.text).not.toMatch(/DB::|Exception|clickhouse|c_company/i)
  }
  expect((await search({ count_only: true })).body.count).toBe(400)
})

test('a search as of a version reads the columns that version had', async () => {
  const dictId = 'changing'
  for (const [name, cell] of [
    ['Trade', 'baker'],
    ['Rank', 'first'],
  ]) {
    const content = `ID,Name,${name}\n${Array.from({ length: 40 }, (_, i) => `${i},n${i},${cell}`).join('\n')}\n`
    await importLeads(fixture.deps.imports, { source: memorySource(content), dictId })
  }
  const ask = (body: SearchRequest) =>
    fixture.call('POST', `/api/search/${dictId}`, { as: fixture.people.owner, body })
  const before = await ask({ filter: 'trade:baker', facets: ['trade'], limit: 1, asOf: 1 })
  expect(before.status, before.text).toBe(200)
  expect(before.body).toMatchObject({ count: 40, dataVersion: 1 })
  expect(Object.keys(before.body.rows[0]?.cells ?? {})).toEqual(['id', 'name', 'trade'])
  expect((await ask({ filter: 'rank:first', asOf: 1 })).status).toBe(422)
  expect((await ask({ filter: 'trade:baker' })).status).toBe(422)
  expect((await ask({ filter: 'rank:first' })).body.count).toBe(40)
  expect((await ask({ asOf: 7 })).status).toBe(410)
})
