import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DownloadDeps } from './ports.ts'
import { quoteDownload } from './price-download.ts'
import {
  ask,
  type DownloadSystem,
  newCompany,
  openDownloadSystem,
  sampleLeads,
  storeLeads,
} from './testing.ts'

let system: DownloadSystem
let deps: DownloadDeps

beforeAll(async () => {
  system = await openDownloadSystem()
  deps = system.deps
})

afterAll(async () => await system?.close())

describe('a file', () => {
  test('has the chosen columns of the first leads of the sorted search; rewritten, it costs nothing again', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const request = {
      filter: 'industry:Retail employees:>0',
      sort: [{ column: 'employees', direction: 'desc' }],
      columns: ['phone', 'employees', 'zip'],
      limit: 3,
      searchName: 'Big retailers, Zürich',
    }
    const made = await system.make(scope, request)
    expect(made).toMatchObject({
      state: 'ready',
      downloadCount: 3,
      newLeads: 3,
      progress: 1,
      csvFile: 'big-retailers-zurich-2026-03-01.csv',
      queryUrl: { url: '/_search/sample?filter=industry%3ARetail+employees%3A%3E0' },
    })
    const expected = sampleLeads
      .map((lead, row) => ({ ...lead, row }))
      .filter((lead) => lead.industry === 'Retail' && (lead.employees ?? 0) > 0)
      .sort((a, b) => (b.employees ?? 0) - (a.employees ?? 0) || a.row - b.row)
      .slice(0, 3)
      .map((lead) => [lead.phone, String(lead.employees), lead.zip])
    expect(await system.readRows(scope, made.id)).toEqual(expected)
    const again = await system.make(scope, request)
    expect(again).toMatchObject({ newLeads: 0, downloadCount: 3 })
    expect(await system.left(scope)).toBe(4997)
    expect(await system.violations()).toEqual([])
  })

  test('is free for leads that were bought in an earlier version', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    await system.make(scope, { filter: 'industry:Retail' })
    system.serving.version = 2
    try {
      expect(await system.make(scope, { filter: 'industry:Retail' })).toMatchObject({
        dataVersion: 2,
        newLeads: 1,
      })
    } finally {
      system.serving.version = 1
    }
    expect(await system.violations()).toEqual([])
  })

  test('is RFC 4180 with or without a byte order mark, and says exactly what the leads say', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const plain = await system.make(scope, { format: 'csv' })
    const marked = await system.make(scope, { format: 'csv-bom' })
    const [bytes, markedBytes] = [
      await system.readFile(scope, plain.id),
      await system.readFile(scope, marked.id),
    ]
    expect(bytes.subarray(0, 11).toString()).toBe('"Company","')
    expect(markedBytes).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))
    expect(bytes.toString().match(/(?<!")\r\n|"\r\n/g)?.length).toBeGreaterThanOrEqual(601)
    const blank = (value: unknown) => String(value ?? '')
    const expected = sampleLeads.map((lead) =>
      [lead.company, lead.industry, lead.employees, lead.founded, lead.active, lead.zip, lead.phone].map(
        blank,
      ),
    )
    expect(await system.readRows(scope, plain.id)).toEqual(expected)
  })

  test('as XLSX keeps ZIPs and phones as text, numbers as numbers, dates as dates', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const made = await system.make(scope, { format: 'xlsx' })
    expect(made.csvFile).toBe('sample-2026-03-01.xlsx')
    const { sheets } = await readXlsx(await system.readFile(scope, made.id))
    const [header, ...rows] = sheets[0]?.rows ?? []
    expect(header).toEqual(['Company', 'Industry', 'Employees', 'Founded', 'Active', 'Zip', 'Phone'])
    expect(rows).toHaveLength(600)
    const { company, industry, employees, founded, active, zip, phone } = sampleLeads[7] ?? {}
    expect(rows[7]).toEqual([
      company,
      industry,
      employees,
      new Date(`${founded}T00:00:00Z`),
      active,
      zip,
      phone,
    ])
  })

  test('with texts that a spreadsheet would run holds them exactly, and none is run', async () => {
    const texts = [
      '=1+1',
      "=cmd|' /C calc'!A0",
      '\t=1',
      ' @SUM(1)',
      "'=1",
      '"=1"',
      '＝1+1',
      '-2+3',
      '+1 555 123 4567',
      '-5',
    ]
    await storeLeads(
      deps.olap,
      3,
      texts.map((company, index) => ({ id: index + 1, company, phone: company })),
    )
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const request = { asOf: 3, columns: ['company', 'phone'] }
    const csv = await system.make(scope, request)
    expect(await system.readRows(scope, csv.id)).toEqual(texts.map((text) => [text, text]))
    const written = parseCsv((await system.readFile(scope, csv.id)).toString()) as string[][]
    const touched = written.slice(1).map(([company]) => company)
    expect(touched.slice(-2)).toEqual(['+1 555 123 4567', '-5'])
    expect(touched.slice(0, -2).every((cell) => cell?.startsWith("'"))).toBe(true)
    const xlsx = await system.make(scope, { ...request, format: 'xlsx' })
    const { sheets } = await readXlsx(await system.readFile(scope, xlsx.id))
    expect(sheets[0]?.rows.slice(1)).toEqual(texts.map((text) => [text, text]))
    expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
  })

  test('has as many rows as its quote said, for any query', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now(), planID: 'freeor_biz' })
    const clause = fc.oneof(
      fc.constantFrom(
        'industry:Retail',
        '-industry:Roofing',
        'active:yes',
        'phone:*',
        'company:~plumb',
        'founded:*',
      ),
      fc.tuple(fc.nat(400), fc.nat(400)).map(([a, b]) => `employees:${Math.min(a, b)}..${Math.max(a, b)}`),
    )
    const request = fc.record({
      filter: fc.array(clause, { minLength: 0, maxLength: 3 }).map((parts) => parts.join(' ')),
      limit: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
      offset: fc.integer({ min: 0, max: 300 }),
      suppressOwned: fc.boolean(),
      format: fc.constantFrom('csv', 'xlsx'),
      sort: fc.constantFrom([], [{ column: 'employees', direction: 'asc' }]),
    })
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const before = await system.left(scope)
        const quote = await quoteDownload(deps, scope, ask(asked))
        if (quote.outcome === 'nothing_to_download') return
        const made = await system.make(scope, asked)
        const rows =
          asked.format === 'csv'
            ? (await system.readRows(scope, made.id)).length
            : ((await readXlsx(await system.readFile(scope, made.id))).sheets[0]?.rows.length ?? 0) - 1
        expect([made.downloadCount, rows, made.newLeads]).toEqual([quote.rows, quote.rows, quote.newLeads])
        expect(await system.left(scope)).toBe(before - quote.newLeads)
      }),
      { numRuns: 40 },
    )
    expect(await system.violations()).toEqual([])
  })
})
