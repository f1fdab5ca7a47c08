import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, finished, openCompaniesFixture } from '../../testing/companies-fixture.ts'

/** A file that Salesforce takes: no row without a Last Name and a Company. */

let fixture: CompaniesFixture
const dictId = 'people'

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 4 })
  const rows = [
    '1,Analytical Engines,Ada Lovelace,ada@example.com,77001',
    '2,,"Hopper, Grace",grace@example.com,77002',
    '3,Difference Works,,works@example.com,77003',
    '4,,,nobody@example.com,77004',
    '5,Runs,=cmd()|A1,runs@example.com,77005',
  ]
  await importLeads(fixture.deps.imports, {
    source: memorySource(`ID,Company,Contact Name,Email,ZIP\n${rows.join('\n')}\n`),
    dictId,
  })
})
afterAll(async () => await fixture.close())

/** Every cell of these columns is a text in quotation marks. */
const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))

async function fileOf(body: object) {
  const as = fixture.people.owner
  const ordered = await fixture.call('POST', '/api/downloads', {
    ...{ as, body: { dictId, ...body }, headers: { 'idempotency-key': JSON.stringify(body).slice(0, 200) } },
  })
  expect(ordered.status, ordered.text).toBe(202)
  const made = await finished(fixture, as, ordered.body.id)
  const file = await fixture.call('GET', `/api/downloads/${made.id}/file`, { as })
  return { made, rows: rowsOf(file.text) }
}

test('each row has a Last Name and a Company, and how many were filled in is told', async () => {
  const { made, rows } = await fileOf({ preset: 'salesforce', columns: ['email'] })
  expect(made).toMatchObject({
    ...{ preset: 'salesforce', downloadCount: 5, parts: null },
    filled: [
      { column: 'Company', rows: 2 },
      { column: 'Last Name', rows: 2 },
    ],
  })
  const [header = [], ...cells] = rows
  expect(header.toSorted()).toEqual(['Company', 'Contact Name', 'Email', 'First Name', 'Last Name'])
  const of = (row: string[]) =>
    ['First Name', 'Last Name', 'Company'].map((name) => row[header.indexOf(name)])
  expect(cells.map(of)).toEqual([
    ['Ada', 'Lovelace', 'Analytical Engines'],
    ['Grace', 'Hopper', 'Hopper, Grace'],
    ['', '[not provided]', 'Difference Works'],
    ['', '[not provided]', '[not provided]'],
    // Inert in a spreadsheet, like every text.
    ['', "'=cmd()|A1", 'Runs'],
  ])
})

test('another program gets what the leads say, and nothing filled in', async () => {
  const { made, rows } = await fileOf({ preset: 'hubspot', columns: ['company', 'email', 'zip'] })
  expect(made).toMatchObject({ filled: [], columns: ['company', 'email', 'zip'] })
  expect(rows.slice(0, 3)).toEqual([
    ['Company name', 'Email', 'Postal Code'],
    ['Analytical Engines', 'ada@example.com', '77001'],
    ['', 'grace@example.com', '77002'],
  ])
})

test('a preset in another format is refused, and nothing is charged', async () => {
  const answer = await fixture.call('POST', '/api/downloads/quote', {
    ...{ as: fixture.people.owner, body: { dictId, preset: 'salesforce', format: 'parquet' } },
  })
  expect([answer.status, answer.body.code]).toEqual([422, 'invalid_request'])
})
