import { dropTables } from '@freeor/clickhouse/drop-tables'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dropVersion } from '../import/version/sweep-tables.ts'
import type { PlainLead } from '../query/evaluate-query.ts'
import type { Column } from '../schema.ts'
import { storeVersion } from '../search/testing.ts'
import { findBusinesses, writeGone, writeKeys } from './business-sql.ts'
import { businessTable, businessTables, createBusinessTable } from './business-tables.ts'
import { businessLimits } from './limits.ts'
import { countStored } from './read-businesses.ts'
import { writeBusinesses } from './write-businesses.ts'

let engine: TestOlap
beforeAll(async () => {
  engine = await testOlap()
})
afterAll(async () => await engine?.close())

const column = (key: string, kind: Column['kind'], contact = false): Column => ({
  ...{ key, label: key, group: 'All', kind, from: key, contact, facet: false, suggest: false },
})
const columns = [
  column('company', 'text'),
  column('address', 'text'),
  column('email', 'email', true),
  column('phone', 'phone', true),
  column('site', 'url'),
  column('contact_name', 'text', true),
]

type Lead = {
  id: number | string
  company?: string
  address?: string
  email?: string
  phone?: string
  site?: string
  contact_name?: string
  zip?: string
  changed?: number
}
const blank = { company: '', address: '', email: '', phone: '', site: '', contact_name: '' }

const plain = ({ id: _, zip = '77002', changed = 1, ...cells }: Lead): PlainLead => ({
  cells: { ...blank, ...cells },
  ...{ state: '', county: '', city: '', zip, lat: Number.NaN, lon: Number.NaN },
  ...{ firstSeen: changed, changed, isGone: false, isOnRegistry: false },
})

let datasets = 0
const groupRow = z.object({ business: z.string(), leads: z.array(z.string()) })

/** A dataset whose versions are written one after the other; each gives its businesses: `1: 1,2`. */
function openDataset() {
  const datasetNo = ++datasets
  let version = 0
  return {
    datasetNo,
    async store(leads: readonly Lead[]): Promise<string[]> {
      version++
      const stored = {
        datasetNo,
        version,
        columns,
        leads: leads.map(plain),
        leadIds: leads.map(({ id }) => id),
      }
      await storeVersion(engine.olap, stored)
      const of = { datasetNo, version, columns, previous: version - 1, previousColumns: columns }
      await writeBusinesses(engine.olap, of)
      return await readGroups(datasetNo, version)
    },
  }
}

async function readGroups(datasetNo: number, version: number): Promise<string[]> {
  const groups = await engine.olap.ask({
    sql: `SELECT toString(business_id) AS business, arrayMap(id -> toString(id), arraySort(groupArray(lead_id))) AS leads
      FROM ${businessTable(datasetNo, version)} GROUP BY business_id ORDER BY business_id`,
    row: groupRow,
  })
  return groups.map(({ business, leads }) => `${business}: ${leads.join()}`)
}

const found = async (...leads: Omit<Lead, 'id'>[]): Promise<string[]> =>
  await openDataset().store(leads.map((lead, i) => ({ id: i + 1, ...lead })))

const acme = { company: 'Acme Plumbing LLC', address: '12 North Main Street', phone: '415-555-9317' }

test.each<[why: string, one: Omit<Lead, 'id'>, other: Omit<Lead, 'id'>]>([
  [
    'a name at an address',
    { ...acme, phone: '' },
    { company: 'ACME PLUMBING, INC.', address: '12 N Main St' },
  ],
  ['a number and a name', { ...acme, address: '' }, { company: 'Acme Plumbing', phone: '+1 (415) 555 9317' }],
  [
    'a number and a website',
    { ...acme, site: 'http://www.acme.example/about' },
    { phone: acme.phone, site: 'acme.example' },
  ],
  [
    'an email and a name',
    { company: 'Acme', email: 'Info@acme.example' },
    { company: 'ACME', email: 'info@acme.example' },
  ],
  ['a number at a door, the name mistyped', acme, { ...acme, company: 'Acme Plumbig' }],
  [
    'a website and a name at a door',
    { ...acme, phone: '', site: 'acme.example' },
    { ...acme, phone: '', site: 'www.acme.example' },
  ],
])('%s is one business', async (_, one, other) => {
  expect(await found(one, other)).toEqual(['1: 1,2'])
})

test.each<[why: string, one: Omit<Lead, 'id'>, other: Omit<Lead, 'id'>]>([
  ['a branch at another door', acme, { ...acme, address: '900 Oak Ave' }],
  ['a branch in another ZIP code', acme, { ...acme, zip: '75201' }],
  ['two without a ZIP code', { ...acme, zip: '' }, { ...acme, zip: '' }],
  [
    'another contact at the same company',
    { ...acme, contact_name: 'Ada King' },
    { ...acme, contact_name: 'Bo Lee' },
  ],
  [
    'another company of the same owner, with one number, website and address',
    { ...acme, site: 'acme.example' },
    { ...acme, site: 'acme.example', company: 'Zebra Pipes' },
  ],
  ['two offices in one building, with one number', acme, { ...acme, company: 'Bright Dental' }],
  ['one number and nothing else', { phone: acme.phone }, { phone: acme.phone }],
  ['one name in one ZIP code', { company: 'Acme' }, { company: 'Acme' }],
  [
    'two of one domain',
    { company: 'Acme', site: 'acme.example' },
    { company: 'Acme Cars', site: 'acme.example' },
  ],
  [
    'two with a mail host in common',
    { company: 'A B', email: 'a@gmail.com' },
    { company: 'A B', email: 'b@gmail.com' },
  ],
])('%s is not', async (_, one, other) => {
  expect(await found(one, other)).toEqual([])
})

test('a value that very many leads of a place have tells nothing', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ company: 'Acme', phone: acme.phone }))
  expect(await found(...many(20))).toEqual([`1: ${Array.from({ length: 20 }, (_, i) => i + 1).join()}`])
  expect(await found(...many(21))).toEqual([])
})

test('the same are found however many ranges the keys and the leads that are gone are read in', async () => {
  const { datasetNo, store } = openDataset()
  // Ids all over, as those of imports.
  const lead = (i: number): Lead => ({
    ...{ id: String(BigInt(i + 1) * 46_116_860_184_273_879n), company: `Firm ${i % 90}` },
    ...{ address: `${i % 45} Main St`, phone: `415-555-${1000 + (i % 120)}` },
    email: i % 3 === 0 ? `info@firm${i % 150}.example` : '',
  })
  const all = Array.from({ length: 400 }, (_, i) => i)
  const first = await store(all.filter((i) => i < 300).map(lead))
  // Every second one is gone; the new ones are like leads that are there, and like some that are not any more.
  const second = [
    ...all.filter((i) => i < 300 && i % 2 === 1).map(lead),
    ...all.filter((i) => i >= 300).map((i) => ({ ...lead(i), changed: 2 })),
  ]
  const storeAgain = async (version: number, statements: readonly string[]) => {
    await dropTables(engine.olap, businessTables(datasetNo, version))
    await engine.olap.write(createBusinessTable(datasetNo, version))
    for (const statement of statements) await engine.olap.write(statement)
    return await readGroups(datasetNo, version)
  }
  const keys = 7 * businessLimits.keysAtOnce
  const ofFirst = { datasetNo, version: 1, columns, before: undefined }
  const firstInMany = [...writeKeys(ofFirst, 0), ...findBusinesses(ofFirst, { keys, gone: 0 }).flat()]
  expect(firstInMany.filter((sql) => sql.includes('hash BETWEEN')).length).toBe(7)
  expect(first.length).toBeGreaterThan(50)
  expect(await storeAgain(1, firstInMany)).toEqual(first)
  const inOne = await store(second)
  expect(inOne.filter((group) => !first.includes(group)).length).toBeGreaterThan(50)
  const before = { version: 1, columns }
  const of = { datasetNo, version: 2, columns, before }
  const gone = 3 * businessLimits.leadsAtOnce
  const inMany = [
    `INSERT INTO ${businessTable(datasetNo, 2)} SELECT * FROM ${businessTable(datasetNo, 1)}`,
    ...writeGone(of, before, 5 * businessLimits.leadsAtOnce),
    ...writeKeys(of, gone),
    ...findBusinesses(of, { keys, gone }).flat(),
  ]
  expect(inMany.filter((sql) => sql.includes('hash BETWEEN')).length).toBe(7)
  expect(inMany.filter((sql) => sql.includes('lead_id BETWEEN')).length).toBe(5 + 2 * 3)
  expect(await storeAgain(2, inMany)).toEqual(inOne)
})

test('a lead joins another by what both have, and not by way of a third', async () => {
  const first = { company: 'Acme', email: 'info@acme.example' }
  const between = { company: 'Acme', email: 'info@acme.example', phone: '415-555-0001' }
  const last = { company: 'Acme', phone: '415-555-0001' }
  expect(await found(first, between, last)).toEqual(['1: 1,2'])
})

test('a business keeps its id over versions, whatever its leads are called in them', async () => {
  const dataset = openDataset()
  expect(
    await dataset.store([
      { id: 10, ...acme },
      { id: 11, company: 'Bright Dental', phone: '415-555-0002' },
    ]),
  ).toEqual([])
  // Under a new id, which is lower, with the old one gone.
  const second = [
    { id: 11, company: 'Bright Dental', phone: '415-555-0002' },
    { id: 5, ...acme, changed: 2 },
  ]
  expect(await dataset.store(second)).toEqual(['10: 5,10'])
  // Once more, and one that joins the business of a lead that it is like, though its first is not there any more.
  const third = [
    { id: 5, ...acme },
    { id: 4, ...acme, changed: 3 },
  ]
  expect(await dataset.store(third)).toEqual(['10: 4,5,10'])
  // What it was found by is gone: it stays what it is.
  expect(
    await dataset.store([
      { id: 4, company: 'Zebra', changed: 4 },
      { id: 5, ...acme },
    ]),
  ).toEqual(['10: 4,5,10'])
  expect(await dataset.store([{ id: 4, company: 'Zebra' }])).toEqual(['10: 4,5,10'])
})

test('a lead that changes joins a business; two that stayed as they were are not looked at again', async () => {
  const dataset = openDataset()
  await dataset.store([
    { id: 1, ...acme },
    { id: 2, company: 'Acme Plumbing' },
  ])
  expect(
    await dataset.store([
      { id: 1, ...acme },
      { id: 2, ...acme, changed: 2 },
    ]),
  ).toEqual(['1: 1,2'])
})

test('a dataset that was imported before businesses were found is compared as a whole', async () => {
  const dataset = openDataset()
  await dataset.store([
    { id: 1, ...acme },
    { id: 2, ...acme, company: 'Other' },
  ])
  await engine.olap.write(`DROP TABLE ${businessTable(dataset.datasetNo, 1)} SYNC`)
  expect(await countStored(engine.olap, dataset.datasetNo, 1)).toBeUndefined()
  expect(
    await dataset.store([
      { id: 1, ...acme },
      { id: 3, ...acme },
    ]),
  ).toEqual(['1: 1,3'])
})

test('nothing is left beside the businesses, and nothing of a dropped version', async () => {
  const { datasetNo, store } = openDataset()
  await store([
    { id: 1, ...acme },
    { id: 2, ...acme },
  ])
  const tables = async () =>
    await engine.olap.ask({
      sql: `SELECT name FROM system.tables WHERE database = 'freeor' AND startsWith(name, 'businesses_${datasetNo}_')`,
      pool: 'writer',
      row: z.object({ name: z.string() }),
    })
  expect(await tables()).toEqual([{ name: `businesses_${datasetNo}_v1` }])
  expect(await countStored(engine.olap, datasetNo, 1)).toBe(2)
  await dropVersion(engine.olap, datasetNo, 1)
  expect(await tables()).toEqual([])
})
