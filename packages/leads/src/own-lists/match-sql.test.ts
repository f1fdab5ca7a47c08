import { Readable } from 'node:stream'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dropVersion } from '../import/version/sweep-tables.ts'
import type { PlainLead } from '../query/evaluate-query.ts'
import type { Column } from '../schema.ts'
import { storeVersion } from '../search/testing.ts'
import { guessRoles } from './guess-roles.ts'
import { selectMatches, wayOf } from './match-sql.ts'
import { createOwnListTables, ownListRowsTable } from './own-list-tables.ts'
import type { OwnListRole } from './schema.ts'
import { findMatchKey, writeMatches } from './write-matches.ts'

let engine: TestOlap
beforeAll(async () => {
  engine = await testOlap()
  for (const sql of createOwnListTables) await engine.olap.write(sql)
})
afterAll(async () => await engine?.close())

const column = (key: string, kind: Column['kind'], from = key): Column => ({
  ...{ key, label: key, group: 'All', kind, from },
  ...{ contact: kind === 'email' || kind === 'phone', facet: false, suggest: false },
})
const columns = [
  column('company', 'text', 'Company'),
  column('address', 'text', 'Address'),
  column('email', 'email'),
  column('phone', 'phone'),
  column('site', 'url'),
]

type Lead = {
  company?: string
  address?: string
  email?: string
  phone?: string
  site?: string
  zip?: string
}
const blank = { company: '', address: '', email: '', phone: '', site: '' }

const plain = ({ zip = '', ...cells }: Lead): PlainLead => ({
  cells: { ...blank, ...cells },
  ...{ state: '', county: '', city: '', zip, lat: Number.NaN, lon: Number.NaN },
  ...{ firstSeen: 1, changed: 1, isGone: false, isOnRegistry: false },
})

const found = z.object({
  row: z.coerce.number(),
  is_clear: z.number(),
  lead_id: z.coerce.number(),
  how: z.number(),
})

let version = 0

/** What rows of a list match among leads, whose ids are 1, 2, 3 …: `1 email` for a clear match, `? 1,2` for several. */
async function match(
  leads: readonly Lead[],
  list: { roles: readonly (OwnListRole | null)[]; rows: readonly (readonly string[])[] },
): Promise<string[]> {
  version++
  await storeVersion(engine.olap, { datasetNo: 1, version, columns, leads: leads.map(plain) })
  const id = `lst_${version}`
  const lines = list.rows.map((cells, i) => JSON.stringify({ list_id: id, row: i + 1, cells }))
  await engine.olap.insert({
    sql: `INSERT INTO ${ownListRowsTable} SELECT list_id, row, cells
      FROM input('list_id String, row UInt64, cells Array(String)')`,
    format: 'JSONEachRow',
    body: Readable.from([Buffer.from(lines.join('\n'))]),
  })
  const read = list.roles.map((role, i) => ({ header: `Column ${i + 1}`, role, examples: [] }))
  const sql = selectMatches({ columns: read, version: { datasetNo: 1, version, columns } })
  const matches = await engine.olap.ask({ sql, params: { lst: id }, row: found, pool: 'writer' })
  return list.rows.map((_, i) => {
    const own = matches.filter(({ row }) => row === i + 1).toSorted((a, b) => a.lead_id - b.lead_id)
    const [first] = own
    if (!first) return '-'
    return first.is_clear === 1
      ? `${first.lead_id} ${wayOf(first.how)}`
      : `? ${own.map(({ lead_id }) => lead_id).join()}`
  })
}

test('a row is matched by each way, in whatever form it is written', async () => {
  const leads: Lead[] = [
    { company: 'Acme Plumbing LLC', email: 'Info@Acme.example', zip: '77002' },
    { company: 'Bright Dental', phone: '(415) 555-9317', zip: '94103' },
    { company: 'Cole & Sons, Inc.', address: '12 North Main Street', zip: '02138' },
    { company: "Dora's Bakery", address: '7 Elm St', zip: '30301' },
    { company: 'Eagle Roofing', site: 'https://www.eagle-roofing.example/about', zip: '89501' },
  ]
  const roles = ['name', 'address', 'zip', 'email', 'phone', 'website'] as const
  const rows = [
    ['', '', '', ' INFO@acme.example ', '', ''],
    ['', '', '', '', '+1 415.555.9317 ext 4', ''],
    ['Cole and Sons', '12 N Main St, Cambridge, MA', '2138', '', '', ''],
    ['DORAS BAKERY', '', '30301-1234', '', '', ''],
    ['', '', '', '', '', 'eagle-roofing.example'],
    ['Nobody', '1 Nowhere', '99999', 'no@nobody.example', '555-000-1111', 'nobody.example'],
  ]
  expect(await match(leads, { roles, rows })).toEqual([
    '1 email',
    '2 phone',
    '3 name_address',
    '4 name_zip',
    '5 domain',
    '-',
  ])
})

test('branches of a chain share a number and a domain, and are told apart by their place', async () => {
  const chain = { company: 'Burger Barn', phone: '800-555-0100', site: 'burgerbarn.example' }
  const leads: Lead[] = [
    { ...chain, address: '1 Main St', zip: '77002' },
    { ...chain, address: '900 Oak Ave', zip: '77002' },
    { ...chain, address: '5 Pine Rd', zip: '75201' },
  ]
  const roles = ['name', 'address', 'zip', 'phone', 'website'] as const
  const shared = ['800-555-0100', 'burgerbarn.example']
  const rows = [
    ['Burger Barn', '5 Pine Road', '75201', ...shared],
    ['Burger Barn', '900 Oak Avenue', '77002', ...shared],
    // In a town where the dataset has no branch: the number and the domain are those of the others.
    ['Burger Barn', '3 Lake Dr', '10001', ...shared],
    // Without a place it may be any of them.
    ['Burger Barn', '', '', ...shared],
    // Two are in this ZIP, and neither is at this number.
    ['Burger Barn', '44 Elm St', '77002', '', ''],
  ]
  expect(await match(leads, { roles, rows })).toEqual(['3 phone', '2 phone', '-', '? 1,2,3', '-'])
})

test('a business that the dataset has twice is taken once, and not called unclear', async () => {
  const twice = { company: 'Acme', address: '5 Elm St', zip: '77002', email: 'info@acme.example' }
  expect(await match([twice, twice], { roles: ['email'], rows: [['info@acme.example']] })).toEqual([
    '1 email',
  ])
})

test('hosts that many businesses share, and values of very many leads, tell nothing', async () => {
  const leads: Lead[] = [
    { company: 'One', email: 'one@gmail.com', site: 'https://facebook.com/one', zip: '77002' },
    ...Array.from({ length: 51 }, (_, i) => ({ company: `F${i}`, phone: '212-555-0000', zip: '10001' })),
  ]
  const roles = ['email', 'website', 'phone'] as const
  const rows = [['two@gmail.com', 'facebook.com/two', '(212) 555-0000']]
  expect(await match(leads, { roles, rows })).toEqual(['-'])
})

test('a version that is written anew under a used number forgets what was found in the former one', async () => {
  const list = {
    id: 'lst_used',
    matchNo: 1,
    columns: [{ header: 'Email', role: 'email' as const, examples: [] }],
  }
  const lead = { email: 'info@acme.example' }
  await match([lead], { roles: ['email'], rows: [['info@acme.example']] })
  const of = { datasetNo: 1, version, columns }
  const key = await writeMatches(engine.olap, list, of)
  expect(await findMatchKey(engine.olap, list, of)).toBe(key)
  expect(await findMatchKey(engine.olap, { ...list, matchNo: 2 }, of)).toBeUndefined()
  await dropVersion(engine.olap, 1, version)
  expect(await findMatchKey(engine.olap, list, of)).toBeUndefined()
})

test('the roles of columns are guessed by their names and by what they hold', () => {
  const rows = Array.from({ length: 20 }, (_, i) => [
    `Firm ${i} LLC`,
    `${i} Main St`,
    `7700${i % 10}`,
    `info@firm-${i}.example`,
    `832-555-01${String(i).padStart(2, '0')}`,
    `832-555-99${String(i).padStart(2, '0')}`,
    `firm-${i}.shop`,
    `note ${i}`,
  ])
  const headers = ['Business Name', 'Street', 'Zip', 'E-mail', 'Phone', 'Fax', 'Website', 'Remarks']
  expect(guessRoles(headers, rows).map(({ role }) => role)).toEqual([
    ...['name', 'address', 'zip', 'email', 'phone', null, 'website', null],
  ])
  const unnamed = guessRoles(
    headers.map((_, i) => `Column ${i + 1}`),
    rows,
  )
  expect(unnamed.map(({ role }) => role)).toEqual(expect.arrayContaining(['zip', 'email', 'phone']))
})
