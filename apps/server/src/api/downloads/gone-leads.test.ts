import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import type { SearchRequest } from '@freeor/leads/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, finished, openCompaniesFixture } from '../../testing/companies-fixture.ts'

/** Leads that are gone, from a version with other columns: 40 with a trade and a code, then 30 with a rank. */

let fixture: CompaniesFixture
const dictId = 'changing'

async function importVersion(header: string, rows: readonly string[]) {
  const content = `${header}\n${rows.join('\n')}\n`
  await importLeads(fixture.deps.imports, { source: memorySource(content), dictId })
}

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 4 })
  const ids = Array.from({ length: 40 }, (_, i) => i)
  await importVersion(
    'ID,Name,Trade,Code',
    ids.map((i) => `${i},n${i},${i % 2 === 0 ? 'baker' : 'smith'},${i % 4 === 0 ? 'A' : 'B'}x`),
  )
  await importVersion(
    'ID,Name,Rank,Code',
    ids.slice(10).map((i) => `${i},n${i},${i % 2 === 0 ? 'first' : 'second'},${i}`),
  )
})

afterAll(async () => await fixture.close())

const search = (body: SearchRequest) =>
  fixture.call('POST', `/api/search/${dictId}`, { as: fixture.people.owner, body })

test('their count, page and drop-one use the columns they had', async () => {
  const { status, text, body } = await search({ filter: 'gone:v1 trade:baker', limit: 3 })
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ count: 5, dataVersion: 2 })
  expect(body.rows[0]?.cells).toEqual({ id: '0', name: 'n0', trade: 'baker', code: 'Ax' })
  expect(body.rows).toHaveLength(3)
  expect(body.dropOne).toEqual(
    expect.arrayContaining([
      { text: 'trade:baker', count: 10 },
      // Nothing in the newest version has a trade.
      { text: 'gone:v1', count: 0 },
    ]),
  )
  expect((await search({ filter: 'gone:v1 trade:baker', count_only: true })).body.count).toBe(5)
})

test('a query that both versions can answer is counted in the newest when only "gone" is dropped', async () => {
  const { body } = await search({ filter: 'gone:v1 name:n1,n20' })
  expect(body.count).toBe(1)
  expect(body.dropOne).toContainEqual({ text: 'gone:v1', count: 1 })
})

test('facets count their values, and a column that was added later is blank in all of them', async () => {
  const { status, text, body } = await search({ filter: 'gone:v1', facets: ['trade', 'rank'] })
  expect(status, text).toBe(200)
  const facet = (key: string) => body.facets.find(({ column }) => column === key)
  expect(facet('trade')?.values).toEqual([
    { value: 'baker', count: 5 },
    { value: 'smith', count: 5 },
  ])
  expect(facet('rank')).toEqual({ column: 'rank', values: [], blank: 10, distinct: 0 })
})

test('a clause over a column that came later is an error that says so', async () => {
  const { status, body } = await search({ filter: 'gone:v1 rank:first' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    code: 'invalid_query',
    field: 'filter',
    position: 8,
    length: 4,
    detail: expect.stringMatching(/gone:v1 reads leads as v1 had them.*"rank"/),
  })
})

test('a file of them has the values they had', async () => {
  const order = { dictId, filter: 'gone:v1 trade:smith' }
  const as = fixture.people.owner
  const quote = await fixture.call('POST', '/api/downloads/quote', { as, body: order })
  expect(quote.body).toMatchObject({ matches: 5, rows: 5, newLeads: 5 })
  const headers = { 'idempotency-key': 'gone' }
  const ordered = await fixture.call('POST', '/api/downloads', { as, body: order, headers })
  expect(ordered.status, ordered.text).toBe(202)
  const { id, state, columns } = await finished(fixture, as, ordered.body.id)
  expect({ state, columns }).toEqual({ state: 'ready', columns: ['id', 'name', 'trade', 'code'] })
  const file = await fixture.call('GET', `/api/downloads/${id}/file`, { as })
  const lines = [1, 3, 5, 7, 9].map((i) => `"${i}","n${i}","smith","Bx"`)
  expect(file.text).toBe(['"ID","Name","Trade","Code"', ...lines, ''].join('\r\n'))
  const later = { dictId, filter: 'gone:v1', columns: ['rank'] }
  const refused = await fixture.call('POST', '/api/downloads/quote', { as, body: later })
  expect(refused).toMatchObject({ status: 422, body: { missingColumns: ['rank'] } })
})
