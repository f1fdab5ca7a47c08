import { createHash, randomBytes } from 'node:crypto'
import type { CompanyScope } from '@freeor/kernel/scope'
import { readZip } from '@freeor/storage/zip/read-zip'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkReceipt } from '../../receipts/check-receipt.ts'
import { readReceipt } from '../../receipts/queries.ts'
import { quoteDownload } from '../price-download.ts'
import { openDownloadFile } from '../queries.ts'
import { ask, type DownloadSystem, newCompany, openDownloadSystem, storeLeads } from '../testing.ts'
import { mostOfFile } from './plan-parts.ts'

/* A download as several files: together they are the one file, and each is whole by itself. */

let system: DownloadSystem
beforeAll(async () => {
  system = await openDownloadSystem()
})
afterAll(async () => await system?.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
type Cell = unknown

/** The rows of one file, its header first where it has one. */
async function rowsOf(format: string, bytes: Buffer): Promise<Cell[][]> {
  const text = bytes.toString('utf8')
  if (format === 'jsonl')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => Object.values(JSON.parse(line)))
  if (format === 'xlsx') {
    const { sheets } = await readXlsx(bytes)
    return (sheets[0]?.rows ?? []).slice(1)
  }
  if (format === 'parquet') {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    return (await parquetReadObjects({ file })).map((row) => Object.values(row))
  }
  return parseCsv(text.replace('\u{feff}', '')).slice(1)
}

const formats = ['csv', 'csv-bom', 'xlsx', 'jsonl', 'parquet'] as const
const sizes = [100, 250, 599]

describe.each(formats)('a %s of 600 leads', (format) => {
  const order = { format, sort: [{ column: 'employees', direction: 'desc' }] }
  let scope: CompanyScope
  let wholeRows: Cell[][]
  beforeAll(async () => {
    scope = await newCompany(system.deps.db, { now: system.clock.now() })
    const whole = await system.make(scope, order)
    expect(whole.parts).toBeNull()
    wholeRows = await rowsOf(format, await system.readFile(scope, whole.id))
  })

  test.each(sizes)('at most %s a file: the files together are the whole one', async (rowsPerFile) => {
    const made = await system.make(scope, { ...order, rowsPerFile, searchName: 'All' })
    expect(made).toMatchObject({
      downloadCount: 600,
      newLeads: 0,
      csvFile: 'all-2026-03-01.zip',
      rowsPerFile,
    })
    const bytes = await system.readFile(scope, made.id)
    expect({ bytes: bytes.length, sha256: sha256(bytes) }).toEqual({ bytes: made.bytes, sha256: made.sha256 })
    const files = await readZip(bytes, () => true)
    const told = files.map(({ name, bytes: content = Buffer.alloc(0) }) => ({
      ...{ fileName: name, bytes: content.length, sha256: sha256(content) },
    }))
    expect(made.parts?.map(({ rows: _, ...part }) => part)).toEqual(told)
    expect(told[0]?.fileName).toMatch(/^all-2026-03-01-001\.(csv|xlsx|jsonl|parquet)$/)
    const parts = await Promise.all(
      files.map(async ({ bytes: content }) => await rowsOf(format, Buffer.from(content ?? []))),
    )
    const counts = Array.from({ length: Math.ceil(600 / rowsPerFile) }, (_, i) =>
      Math.min(rowsPerFile, 600 - i * rowsPerFile),
    )
    expect(parts.map((rows) => rows.length)).toEqual(counts)
    expect(made.parts?.map(({ rows }) => rows)).toEqual(counts)
    expect(parts.flat()).toEqual(wholeRows)
    const { contentType } = await openDownloadFile(system.deps, scope, made.id)
    expect(contentType).toBe('application/zip')
  })

  test('all of them break no rule', async () => expect(await system.violations()).toEqual([]))
})

test('the receipt of a ZIP is of the ZIP: its SHA-256, and the rows of all files', async () => {
  const scope = await newCompany(system.deps.db, { now: system.clock.now() })
  const { id, sha256: told } = await system.make(scope, { rowsPerFile: 250, limit: 600 })
  const receipt = await readReceipt(system.deps.ledgerLog, scope, id)
  expect(receipt.download).toMatchObject({
    format: 'zip',
    rows: 600,
    price: 600,
    fileName: 'sample-2026-03-01.zip',
  })
  const file = { sha256: told ?? '', bytes: receipt.download.bytes, rows: undefined }
  const text = JSON.stringify(receipt)
  expect((await checkReceipt(text, { keys: [], file })).problems).toEqual([])
  const other = { ...file, sha256: '0'.repeat(64) }
  expect((await checkReceipt(text, { keys: [], file: other })).problems).toEqual([{ kind: 'file_sha256' }])
})

test('what fits into one file is one file', async () => {
  const scope = await newCompany(system.deps.db, { now: system.clock.now() })
  const made = await system.make(scope, { rowsPerFile: 600 })
  expect(made).toMatchObject({ downloadCount: 600, csvFile: 'sample-2026-03-01.csv', parts: null })
  expect((await openDownloadFile(system.deps, scope, made.id)).contentType).toMatch(/^text\/csv/)
})

test('a file for HubSpot is under 20 MB: more come as several, none of them with room for the next line', async () => {
  const leads = Array.from({ length: 240 }, (_, i) => ({
    ...{
      id: i + 1,
      company: `${i} ${randomBytes(50_000 + ((i * 7919) % 45_000)).toString('hex')}`,
      zip: '77001',
    },
  }))
  const { version } = system.serving
  await storeLeads(system.deps.olap, 7, leads)
  system.serving.version = 7
  try {
    const scope = await newCompany(system.deps.db, { now: system.clock.now() })
    const small = await system.make(scope, { preset: 'hubspot', limit: 100 })
    expect(small).toMatchObject({ parts: null, preset: 'hubspot', filled: [] })
    const made = await system.make(scope, { preset: 'hubspot' })
    const { parts } = made
    expect(parts?.reduce((sum, { rows }) => sum + rows, 0)).toBe(240)
    expect(parts?.length).toBe(2)
    const files = await readZip(await system.readFile(scope, made.id), () => true)
    const [first, second] = files.map(({ bytes }) => Buffer.from(bytes ?? []).toString())
    const header =
      '"Company name","Industry","Number of Employees","Founded","Active","Postal Code","Phone Number"\r\n'
    expect(first?.startsWith(header)).toBe(true)
    expect(second?.startsWith(header)).toBe(true)
    const next = `${second?.slice(header.length).split('\r\n')[0]}\r\n`
    expect(first?.length).toBeLessThanOrEqual(20_000_000)
    expect((first?.length ?? 0) + next.length).toBeGreaterThan(20_000_000)
  } finally {
    system.serving.version = version
  }
})

test('a sheet of Excel holds 1,048,575 leads, and Salesforce takes 50,000 at a time', () => {
  const of = (format: 'csv' | 'xlsx', preset: 'salesforce' | null, rowsPerFile: number | null) =>
    mostOfFile({ format, preset, rowsPerFile }).rows
  expect(of('xlsx', null, null)).toBe(1_048_575)
  expect(of('xlsx', null, 500)).toBe(500)
  expect(of('csv', null, null)).toBe(Number.POSITIVE_INFINITY)
  expect(of('csv', 'salesforce', null)).toBe(50_000)
  expect(of('csv', 'salesforce', 200)).toBe(200)
  expect(of('csv', 'salesforce', 80_000)).toBe(50_000)
})

test('files of fewer than 100 rows and presets in other formats are refused, before anything is counted', async () => {
  expect(() => ask({ rowsPerFile: 99 })).toThrow('100')
  const scope = await newCompany(system.deps.db, { now: system.clock.now() })
  await expect(
    quoteDownload(system.deps, scope, ask({ preset: 'hubspot', format: 'xlsx' })),
  ).rejects.toMatchObject({
    ...{ code: 'invalid_request', message: 'A file for HubSpot is a CSV file: format "csv"' },
  })
})
