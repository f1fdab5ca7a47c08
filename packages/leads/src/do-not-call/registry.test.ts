import { AppError } from '@freeor/kernel/errors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { quoteDownload } from '../downloads/price-download.ts'
import {
  ask,
  type DownloadSystem,
  newCompany,
  openDownloadSystem,
  sampleColumns,
  sampleLeads,
} from '../downloads/testing.ts'
import { type Imported, importRegistry, type RegistryImport, removeRegistry } from './commands.ts'
import { findEdition, readDoNotCall } from './queries.ts'
import { numbersTable } from './registry-tables.ts'
import { sweepRegistry } from './sweep-registry.ts'

/** The registry of an operator, and what it does to quotes and files of a company. */

let system: DownloadSystem
beforeAll(async () => {
  system = await openDownloadSystem()
  await recordVersions(2)
})
afterAll(() => system.close())
beforeEach(async () => {
  system.serving.version = 1
  if (await findEdition(system.deps.db)) await removeRegistry(system.deps)
})

/** The sample's dataset with its versions, as an import records them: version 2 serves. */
async function recordVersions(currentVersion: number): Promise<void> {
  const { db } = system.deps
  const now = system.clock.now()
  await db.insert(datasets).values({ dictId: 'sample', name: 'Sample', currentVersion, createdAt: now })
  const kept = { dictId: 'sample', rows: 600, columns: [...sampleColumns], bounds: null, importedAt: now }
  const identity = { kind: 'column', keys: ['company'] } as never
  for (const version of [1, 2]) await db.insert(datasetVersions).values({ ...kept, identity, version })
}

const textFile = (text: string) =>
  async function* () {
    yield Buffer.from(text)
  }
const importText = async (
  text: string,
  more: Omit<Partial<RegistryImport>, 'files'> = {},
): Promise<Imported> => await importRegistry(system.deps, { files: [textFile(text)], ...more })

/** The number of the nth lead of the sample, as a full list has it. */
const lineOf = (n: number) => `555,123${1000 + n}`
const listOf = (ns: readonly number[]) => `${ns.map(lineOf).join('\n')}\n`
const evenLeads = sampleLeads.map((_, n) => n).filter((n) => n % 2 === 0)

const quote = async (scope: Awaited<ReturnType<typeof company>>, request: object = {}) =>
  await quoteDownload(system.deps, scope, ask(request))
const company = async () =>
  await newCompany(system.deps.db, { planID: 'freeor_biz', now: system.clock.now() })

/** Of each row its phone and what stands beside it. */
async function marksIn(scope: Awaited<ReturnType<typeof company>>, request: object = {}) {
  const { id } = await system.make(scope, { columns: ['company', 'phone', 'zip'], ...request })
  return (await system.readRows(scope, id)).map(([, phone, mark]) => [phone, mark])
}

test('a quote warns of exactly as many leads as the file then marks, beside each number', async () => {
  const outcome = await importText(listOf(evenLeads))
  expect(outcome).toMatchObject({ kind: 'full', numbers: 300, lines: 300, areaCodes: [555] })
  const scope = await company()
  const { doNotCall } = await quote(scope)
  expect(doNotCall).toEqual({ leads: 300, obtainedAt: '2026-03-01T12:00:00.000Z', isOld: false })
  const rows = await marksIn(scope)
  expect(rows).toHaveLength(600)
  for (const [phone = '', mark] of rows)
    expect(`${phone} ${mark}`).toBe(`${phone} ${Number(phone.at(-1)) % 2 === 0 ? 'yes' : 'no'}`)
  // Part of a search, and a file without the numbers.
  expect(
    (await quote(scope, { limit: 10, sort: [{ column: 'zip', direction: 'asc' }] })).doNotCall?.leads,
  ).toBe(5)
  expect((await quote(scope, { columns: ['company'] })).doNotCall).toBeNull()
})

test('the filter leaves out exactly those leads, and the quote equals the file', async () => {
  await importText(listOf(evenLeads.slice(0, 7)))
  const scope = await company()
  const quoted = await quote(scope, { filter: 'dnc:no' })
  expect(quoted).toMatchObject({ matches: 593, rows: 593, doNotCall: { leads: 0 } })
  const rows = await marksIn(scope, { filter: 'dnc:no' })
  expect(rows).toHaveLength(593)
  expect(rows.filter(([, mark]) => mark !== 'no')).toEqual([])
  expect((await quote(scope, { filter: 'dnc:yes' })).rows).toBe(7)
  expect((await quote(scope, { filter: 'industry:Roofing or dnc:yes' })).rows).toBe(
    sampleLeads.filter(({ industry }, n) => industry === 'Roofing' || evenLeads.slice(0, 7).includes(n))
      .length,
  )
})

test('it holds for a version that is imported after the registry too', async () => {
  await importText(listOf([100, 101, 5]))
  const scope = await company()
  expect((await quote(scope, { filter: 'dnc:yes' })).rows).toBe(3)
  system.serving.version = 2
  // Version 2 lacks the first hundred leads.
  expect((await quote(scope, { filter: 'dnc:yes' })).rows).toBe(2)
})

test('of numbers in other area codes, and of leads without one, the file says nothing', async () => {
  await importText('212,5550100\n')
  system.serving.version = 2
  const rows = await marksIn(await company())
  expect(new Set(rows.map(([, mark]) => mark))).toEqual(new Set(['']))
})

test('an import that breaks leaves the registry from before in force, and nothing of itself', async () => {
  await importText(listOf([1, 2, 3]))
  const before = await findEdition(system.deps.db)
  const scope = await company()
  await expect(importText(`${listOf(evenLeads)}555,12x\n`)).rejects.toThrow('Line 301 cannot be read')
  const cutOff = async function* () {
    yield Buffer.from(listOf(evenLeads))
    throw new Error('the disk is gone')
  }
  await expect(importRegistry(system.deps, { files: [cutOff] })).rejects.toThrow('the disk is gone')
  await expect(importText('\n\n')).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(importText('555,1231001,2026-02-01,D\n555,1231002,D\n555,1231003,D\n')).rejects.toThrow(
    'no number left',
  )
  expect(await findEdition(system.deps.db)).toEqual(before)
  expect((await quote(scope, { filter: 'dnc:yes' })).rows).toBe(3)
  const [stored] = await system.deps.olap.ask({
    sql: `SELECT uniqExact(edition) AS editions FROM ${numbersTable} WHERE edition > ${before?.edition}`,
    row: z.object({ editions: z.coerce.number() }),
  })
  expect(stored?.editions).toBe(0)
})

test('changes add and delete numbers; of one that changed twice the last line counts', async () => {
  const scope = await company()
  await expect(importText('555,1231001,2026-02-01,A\n')).rejects.toThrow('import a full list')
  await importText(listOf([1, 2, 3]), { obtainedAt: new Date('2026-02-20T00:00:00Z') })
  const changes = [
    '555,1231001,2026-02-21,D',
    '555,1231004,2026-02-21,A',
    '555,1231005,2026-02-21,A',
    '555,1231005,2026-02-22,D',
    '555,1231002,2026-02-22,D',
    '555,1231002,2026-02-23,A',
    '555,1231003,2026-02-23,A',
  ]
  expect(await importText(changes.join('\n'))).toMatchObject({
    kind: 'changes',
    numbers: 3,
    added: 1,
    removed: 1,
  })
  const phones = (await marksIn(scope, { filter: 'dnc:yes' })).map(([phone]) => phone)
  expect(phones.toSorted()).toEqual(['+1 555 123 1002', '+1 555 123 1003', '+1 555 123 1004'])
  await expect(
    importText('555,1231009,A\n', { obtainedAt: new Date('2026-02-25T00:00:00Z') }),
  ).rejects.toThrow('older than the registry')
})

test('of two lists of changes at the same time one is taken in, and the other says so', async () => {
  await importText(listOf([1]))
  const outcomes = await Promise.allSettled([importText('555,1231002,A\n'), importText('555,1231003,A\n')])
  const codes = outcomes.map((one) =>
    one.status === 'fulfilled' ? 'ok' : one.reason instanceof AppError && one.reason.code,
  )
  // One after the other is right too; a registry that lost one of both is not.
  const numbers = (await findEdition(system.deps.db))?.numbers
  expect(numbers).toBe(1 + codes.filter((code) => code === 'ok').length)
  expect(codes.every((code) => code === 'ok' || code === 'conflict')).toBe(true)
})

test('a registry of more than 31 days is old, in its own account and in quotes', async () => {
  await importText(listOf([1]), { obtainedAt: new Date('2026-01-29T12:00:00Z') })
  expect(await readDoNotCall(system.deps)).toMatchObject({
    ageDays: 31,
    isOld: false,
    numbers: 1,
    areaCodes: 1,
  })
  await importText(listOf([1]), { obtainedAt: new Date('2026-01-29T11:59:59Z') })
  expect(await readDoNotCall(system.deps)).toMatchObject({ isOld: true })
  expect((await quote(await company())).doNotCall).toMatchObject({ isOld: true, leads: 1 })
  await expect(importText(listOf([1]), { obtainedAt: new Date('2026-03-02') })).rejects.toThrow('future')
})

test('a file is marked by the registry it was ordered with, and without a registry there are no marks', async () => {
  await importText(listOf(evenLeads))
  const scope = await company()
  const { id } = await system.confirm(scope, { columns: ['phone'] })
  await importText(listOf([1]))
  system.clock.advance(3 * 86_400_000)
  await sweepRegistry(system.deps)
  await system.run(id)
  const rows = await system.readRows(scope, id)
  expect(rows.filter(([, mark]) => mark === 'yes')).toHaveLength(300)
  // With the file written, its registry goes.
  await sweepRegistry(system.deps)
  const editions = await system.deps.olap.ask({
    sql: `SELECT DISTINCT edition FROM ${numbersTable}`,
    row: z.object({ edition: z.coerce.number() }),
  })
  expect(editions).toEqual([{ edition: (await findEdition(system.deps.db))?.edition }])
  await removeRegistry(system.deps)
  expect((await quote(scope)).doNotCall).toBeNull()
  const plain = await system.make(scope, { columns: ['phone', 'zip'] })
  expect((await system.readRows(scope, plain.id))[0]).toHaveLength(2)
  await expect(removeRegistry(system.deps)).rejects.toMatchObject({ code: 'not_found' })
  expect(await system.violations()).toEqual([])
})

test('each format has the marks', async () => {
  await importText(listOf(evenLeads))
  const scope = await company()
  const { id } = await system.make(scope, { columns: ['phone'], format: 'jsonl', limit: 20 })
  const lines = (await system.readFile(scope, id)).toString('utf8').trim().split('\n')
  for (const line of lines) {
    const { phone, phone_do_not_call: mark } = JSON.parse(line)
    expect(mark).toBe(Number(phone.at(-1)) % 2 === 0 ? 'yes' : 'no')
  }
  for (const format of ['xlsx', 'parquet', 'csv-bom']) {
    const made = await system.make(scope, { columns: ['phone'], format, limit: 20 })
    expect(made.state).toBe('ready')
  }
})

test('of several numbers in a cell one on the registry is enough', async () => {
  await importText(listOf([1, 2]))
  const cells = [
    '555-123-1009, (555) 123-1001 x4',
    '555-123-1009 / 555-123-1008',
    '555-123-1009; 212-555-0100',
  ]
  await system.deps.olap.write(`ALTER TABLE ${leadTable(1, 1)} UPDATE c_phone = [${cells.map((cell) => `'${cell}'`).join(', ')}][row - 2]
    WHERE row BETWEEN 3 AND 5 SETTINGS mutations_sync = 2`)
  const rows = await marksIn(await company())
  expect(rows.filter(([phone]) => cells.includes(phone ?? ''))).toEqual([
    [cells[0], 'yes'],
    [cells[1], 'no'],
    [cells[2], ''],
  ])
})
