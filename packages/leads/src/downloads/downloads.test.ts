import { checkLedger } from '@freeor/billing/check-ledger'
import { readAllowance } from '@freeor/billing/queries'
import type { CompanyScope } from '@freeor/kernel/scope'
import { type Jobs, openJobs } from '@freeor/postgres/jobs'
import { fakeClock } from '@freeor/testing/clock'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { downloadRequest } from '../schema.ts'
import { type ConfirmOutcome, confirmDownload, prepareDownloads } from './commands.ts'
import { type DownloadDeps, downloadQueue, type FaultPoint } from './ports.ts'
import { getDownload, listDownloads, openDownloadFile, quoteDownload } from './queries.ts'
import { fromSafeCell } from './safe-cell.ts'
import { addMember, compileSample, newCompany, type SampleLead, storeLeads, testFiles } from './testing.ts'
import { sweepDownloads } from './upkeep/commands.ts'
import { checkDownloads } from './upkeep/queries.ts'
import { recoverDownloads, runDownload } from './writing/commands.ts'

const clock = fakeClock('2026-03-01T12:00:00Z')
const leads: SampleLead[] = Array.from({ length: 600 }, (_, index) => ({
  id: index + 1,
  company: `Company ${index % 7} "Bros", ${['Plumbing', '=1+1', 'Zürich'][index % 3]}\nLLC`,
  industry: ['Retail', 'Roofing', ''][index % 3] ?? '',
  employees: index % 5 === 0 ? null : (index * 37) % 400,
  founded: index % 4 === 0 ? null : `${1950 + (index % 70)}-03-0${1 + (index % 9)}`,
  active: index % 6 === 0 ? null : index % 2 === 0,
  zip: String(2138 + index).padStart(5, '0'),
  phone: `+1 555 123 ${String(1000 + index)}`,
}))

let database: TestDatabase
let engine: TestOlap
let jobs: Jobs
let folder: Awaited<ReturnType<typeof testFiles>>
let deps: DownloadDeps
let version = 1
let keys = 0

beforeAll(async () => {
  ;[database, engine, folder] = await Promise.all([testDatabase(), testOlap(), testFiles()])
  jobs = openJobs({ url: database.url, log: () => undefined, upkeep: false })
  await jobs.start()
  await jobs.createQueue(downloadQueue)
  const { olap } = engine
  deps = {
    db: database.db,
    olap,
    files: folder.files,
    jobs,
    clock,
    compile: compileSample(() => version),
  }
  await prepareDownloads(deps)
  await storeLeads(olap, 1, leads)
  await storeLeads(olap, 2, [...leads.slice(100), { id: 5000, company: 'New', industry: 'Retail' }])
})

afterAll(async () => {
  await jobs?.stop()
  await engine?.close()
  await database?.close()
  await folder?.close()
})

const ask = (request: object) => downloadRequest.parse({ dictId: 'sample', ...request })
const newKey = () => `key-${keys++}`
const left = async (scope: CompanyScope) => (await readAllowance(deps.db, scope, clock.now())).leadsRemaining
const run = async (downloadId: string, given = deps) =>
  await runDownload(given, { downloadId, signal: new AbortController().signal })

function accepted(outcome: ConfirmOutcome) {
  if (outcome.outcome !== 'ok') throw new Error(`Expected a download, got ${outcome.outcome}`)
  return outcome.download
}

async function confirm(scope: CompanyScope, request: object, given = deps) {
  return accepted(await confirmDownload(given, scope, { input: ask(request), idempotencyKey: newKey() }))
}

async function make(scope: CompanyScope, request: object) {
  const { id } = await confirm(scope, request)
  await run(id)
  return await getDownload(deps.db, scope, id)
}

async function readFile(scope: CompanyScope, id: string): Promise<Buffer> {
  const file = await openDownloadFile(deps, scope, id)
  return Buffer.concat(await (await file.open()).toArray())
}

async function readRows(scope: CompanyScope, id: string): Promise<string[][]> {
  const rows = parseCsv((await readFile(scope, id)).toString('utf8')) as string[][]
  return rows.slice(1).map((row) => row.map((cell) => fromSafeCell(String(cell ?? ''))))
}

async function expectAllWell() {
  expect(await checkDownloads(deps)).toEqual([])
  expect(await checkLedger(deps.db)).toEqual([])
}

describe('a quote', () => {
  test('tells matches, rows, new leads and the credits before and after, and changes nothing', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const quote = await quoteDownload(deps, scope, ask({ filter: 'industry:Retail' }))
    expect(quote).toEqual({
      dataVersion: 1,
      matches: 200,
      alreadyOwned: 0,
      suppressed: 0,
      optedOut: 0,
      overFileLimit: 0,
      overAllowance: 0,
      rows: 200,
      newLeads: 200,
      credits: { before: 5000, price: 200, after: 4800 },
      downloadLimit: 5000,
      outcome: 'ok',
    })
    expect(await left(scope)).toBe(5000)
  })

  test('over the limit of one file says by how much, and confirming it says the same', async () => {
    const scope = await newCompany(deps.db, { now: clock.now(), planID: 'freeor_free' })
    const quote = await quoteDownload(deps, scope, ask({}))
    expect(quote).toMatchObject({
      outcome: 'file_limit_exceeded',
      rows: 600,
      overFileLimit: 575,
      overAllowance: 575,
    })
    const outcome = await confirmDownload(deps, scope, { input: ask({}), idempotencyKey: newKey() })
    expect(outcome).toEqual({ outcome: 'file_limit_exceeded', quote })
  })

  test('counts only the leads after offset, up to limit', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const request = { filter: 'industry:Retail', limit: 30, offset: 190 }
    expect(await quoteDownload(deps, scope, ask(request))).toMatchObject({
      matches: 200,
      rows: 10,
      newLeads: 10,
    })
    const over = await quoteDownload(deps, scope, ask({ ...request, offset: 500 }))
    expect(over).toMatchObject({ rows: 0, outcome: 'nothing_to_download' })
  })

  test('leaves out owned leads only on a plan with suppression', async () => {
    const basic = await newCompany(deps.db, { now: clock.now(), planID: 'freeor_basic' })
    await expect(quoteDownload(deps, basic, ask({ suppressOwned: true }))).rejects.toMatchObject({
      code: 'payment_required',
    })
    const pro = await newCompany(deps.db, { now: clock.now() })
    await make(pro, { filter: 'industry:Retail', limit: 50 })
    const quote = await quoteDownload(
      deps,
      pro,
      ask({ filter: 'industry:Retail', suppressOwned: true, limit: 20 }),
    )
    expect(quote).toMatchObject({ matches: 200, alreadyOwned: 50, suppressed: 50, rows: 20, newLeads: 20 })
  })

  test('is refused to a viewer', async () => {
    const { companyId } = await newCompany(deps.db, { now: clock.now() })
    const viewer = await addMember(deps.db, { companyId, role: 'viewer', now: clock.now() })
    await expect(quoteDownload(deps, viewer, ask({}))).rejects.toMatchObject({ code: 'forbidden' })
    const confirmed = confirmDownload(deps, viewer, { input: ask({}), idempotencyKey: newKey() })
    await expect(confirmed).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a file', () => {
  test('holds the chosen columns of the first leads of the sorted search, and is charged once, also when made again', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const request = {
      filter: 'industry:Retail employees:>0',
      sort: [{ column: 'employees', direction: 'desc' }],
      columns: ['phone', 'employees', 'zip'],
      limit: 3,
      searchName: 'Big retailers, Zürich',
    }
    const made = await make(scope, request)
    expect(made).toMatchObject({
      state: 'ready',
      downloadCount: 3,
      newLeads: 3,
      progress: 1,
      csvFile: 'big-retailers-zurich-2026-03-01.csv',
      queryUrl: { url: '/_search/sample?filter=industry%3ARetail+employees%3A%3E0' },
    })
    const expected = leads
      .map((lead, row) => ({ ...lead, row }))
      .filter((lead) => lead.industry === 'Retail' && (lead.employees ?? 0) > 0)
      .sort((a, b) => (b.employees ?? 0) - (a.employees ?? 0) || a.row - b.row)
      .slice(0, 3)
      .map((lead) => [lead.phone, String(lead.employees), lead.zip])
    expect(await readRows(scope, made.id)).toEqual(expected)
    const again = await make(scope, request)
    expect(again).toMatchObject({ newLeads: 0, downloadCount: 3 })
    expect(await left(scope)).toBe(4997)
    await expectAllWell()
  })

  test('is free for leads that were bought in an earlier version', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    await make(scope, { filter: 'industry:Retail' })
    version = 2
    try {
      expect(await make(scope, { filter: 'industry:Retail' })).toMatchObject({ dataVersion: 2, newLeads: 1 })
    } finally {
      version = 1
    }
    await expectAllWell()
  })

  test('is RFC 4180 with or without a byte order mark, and says exactly what the leads say', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const plain = await make(scope, { format: 'csv' })
    const marked = await make(scope, { format: 'csv-bom' })
    const [bytes, markedBytes] = [await readFile(scope, plain.id), await readFile(scope, marked.id)]
    expect(bytes.subarray(0, 11).toString()).toBe('"Company","')
    expect(markedBytes).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))
    expect(bytes.toString().match(/(?<!")\r\n|"\r\n/g)?.length).toBeGreaterThanOrEqual(601)
    const blank = (value: unknown) => String(value ?? '')
    const expected = leads.map((lead) =>
      [lead.company, lead.industry, lead.employees, lead.founded, lead.active, lead.zip, lead.phone].map(
        blank,
      ),
    )
    expect(await readRows(scope, plain.id)).toEqual(expected)
  })

  test('as XLSX keeps ZIPs and phones as text, numbers as numbers, dates as dates', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const made = await make(scope, { format: 'xlsx' })
    expect(made.csvFile).toBe('sample-2026-03-01.xlsx')
    const { sheets } = await readXlsx(await readFile(scope, made.id))
    const [header, ...rows] = sheets[0]?.rows ?? []
    expect(header).toEqual(['Company', 'Industry', 'Employees', 'Founded', 'Active', 'Zip', 'Phone'])
    expect(rows).toHaveLength(600)
    const { company, industry, employees, founded, active, zip, phone } = leads[7] ?? {}
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

  test('with texts a spreadsheet would run says them exactly and runs none', async () => {
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
      engine.olap,
      3,
      texts.map((company, index) => ({ id: index + 1, company, phone: company })),
    )
    const scope = await newCompany(deps.db, { now: clock.now() })
    const request = { asOf: 3, columns: ['company', 'phone'] }
    const csv = await make(scope, request)
    expect(await readRows(scope, csv.id)).toEqual(texts.map((text) => [text, text]))
    const written = parseCsv((await readFile(scope, csv.id)).toString()) as string[][]
    const touched = written.slice(1).map(([company]) => company)
    expect(touched.slice(-2)).toEqual(['+1 555 123 4567', '-5'])
    expect(touched.slice(0, -2).every((cell) => cell?.startsWith("'"))).toBe(true)
    const xlsx = await make(scope, { ...request, format: 'xlsx' })
    const { sheets } = await readXlsx(await readFile(scope, xlsx.id))
    expect(sheets[0]?.rows.slice(1)).toEqual(texts.map((text) => [text, text]))
    expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
  })

  test('has as many rows as its quote said, for any query', { timeout: 120_000 }, async () => {
    const scope = await newCompany(deps.db, { now: clock.now(), planID: 'freeor_biz' })
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
        const before = await left(scope)
        const quote = await quoteDownload(deps, scope, ask(asked))
        if (quote.outcome === 'nothing_to_download') return
        const made = await make(scope, asked)
        const rows =
          asked.format === 'csv'
            ? (await readRows(scope, made.id)).length
            : ((await readXlsx(await readFile(scope, made.id))).sheets[0]?.rows.length ?? 0) - 1
        expect([made.downloadCount, rows, made.newLeads]).toEqual([quote.rows, quote.rows, quote.newLeads])
        expect(await left(scope)).toBe(before - quote.newLeads)
      }),
      { numRuns: 40 },
    )
    await expectAllWell()
  })
})

describe('many at once', () => {
  test('50 confirms with credit for 3 make 3 downloads', async () => {
    const scope = await newCompany(deps.db, { now: clock.now(), planID: 'freeor_free' })
    await make(scope, { limit: 22, offset: 400 })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, offset) =>
        confirmDownload(deps, scope, { input: ask({ limit: 1, offset }), idempotencyKey: newKey() }),
      ),
    )
    const made = outcomes.filter(({ outcome }) => outcome === 'ok').map(accepted)
    expect(made).toHaveLength(3)
    expect(outcomes.filter(({ outcome }) => outcome === 'insufficient_credits')).toHaveLength(47)
    await Promise.all(made.map(async ({ id }) => run(id)))
    expect(await left(scope)).toBe(0)
    await expectAllWell()
  })

  test('the same key 20 times gives one download, another request under it is a conflict', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const idempotencyKey = newKey()
    const input = ask({ limit: 5 })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => confirmDownload(deps, scope, { input, idempotencyKey })),
    )
    expect(new Set(outcomes.map((outcome) => accepted(outcome).id)).size).toBe(1)
    expect(await left(scope)).toBe(4995)
    const other = confirmDownload(deps, scope, { input: ask({ limit: 6 }), idempotencyKey })
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
    const missing = confirmDownload(deps, scope, { input, idempotencyKey: undefined })
    await expect(missing).rejects.toMatchObject({ code: 'bad_request' })
    const [{ count } = { count: 0 }] = (
      await deps.db.execute<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM pgboss.job WHERE data->>'downloadId' = ${outcomes[0] && accepted(outcomes[0]).id}`,
      )
    ).rows
    expect(count).toBe(1)
  })

  test('two runs of one job make one ready file and one debit', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const { id } = await confirm(scope, { limit: 30 })
    await Promise.all([run(id), run(id), run(id)])
    expect(await getDownload(deps.db, scope, id)).toMatchObject({ state: 'ready', newLeads: 30 })
    expect(await left(scope)).toBe(4970)
    await expectAllWell()
  })

  test('a download that another process finishes between count and reserve is counted again', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const first = await confirm(scope, { limit: 50 })
    vi.resetModules()
    // A module of its own is what another process has: it does not know of this one's turns.
    const elsewhere = await import('./writing/commands.ts')
    let frozen = 0
    const faults = async (point: FaultPoint) => {
      if (point !== 'frozen') return
      frozen++
      if (frozen > 1) return
      await elsewhere.runDownload(deps, { downloadId: first.id, signal: new AbortController().signal })
    }
    const second = await confirm(scope, { limit: 80 }, { ...deps, faults })
    expect(frozen).toBe(2)
    expect(second).toMatchObject({ downloadCount: 80, newLeads: 30 })
    expect(await left(scope)).toBe(4920)
    await run(second.id)
    await expectAllWell()
  })

  test('downloads that overlap while under way charge no lead twice', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const requests = Array.from({ length: 6 }, (_, index) => ({ limit: 100, offset: index * 50 }))
    const made = await Promise.all(requests.map(async (request) => confirm(scope, request)))
    expect(await left(scope)).toBe(5000 - 600)
    await Promise.all(made.map(async ({ id }) => run(id)))
    expect(await left(scope)).toBe(5000 - 350)
    await expectAllWell()
  })
})

describe('a crash', () => {
  const crash = (point: FaultPoint): DownloadDeps => ({
    ...deps,
    faults: (reached) => {
      if (reached === point) throw new Error(`stopped at ${point}`)
    },
  })

  test.each(['reserved', 'mid-file', 'renamed', 'committed'] as const)(
    'of the job at "%s" ends, run again, in one file and one debit',
    async (point) => {
      const scope = await newCompany(deps.db, { now: clock.now() })
      const { id } = await confirm(scope, { limit: 40 })
      await expect(run(id, crash(point))).rejects.toThrow(`stopped at ${point}`)
      const waiting = await recoverDownloads(deps)
      expect(waiting > 0).toBe(true)
      await run(id)
      await run(id)
      expect(await getDownload(deps.db, scope, id)).toMatchObject({ state: 'ready', newLeads: 40 })
      expect((await readRows(scope, id)).length).toBe(40)
      expect(await left(scope)).toBe(4960)
      await expectAllWell()
    },
  )

  test('of a confirm before its transaction costs nothing, and what it froze is swept', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    await expect(confirm(scope, { limit: 40 }, crash('frozen'))).rejects.toThrow('stopped at frozen')
    expect(await listDownloads(deps.db, scope)).toEqual([])
    expect(await left(scope)).toBe(5000)
    clock.advance(50 * 60_000)
    expect((await sweepDownloads(deps)).frozen).toBeGreaterThan(0)
    expect((await sweepDownloads(deps)).frozen).toBe(0)
    await expectAllWell()
  })

  test('that happens every time gives the credits back', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const { id } = await confirm(scope, { limit: 40 })
    for (let attempt = 1; attempt < 6; attempt++) await expect(run(id, crash('renamed'))).rejects.toThrow()
    await run(id, crash('renamed'))
    expect(await getDownload(deps.db, scope, id)).toMatchObject({ state: 'failed', csvFile: null })
    expect(await left(scope)).toBe(5000)
    await expect(openDownloadFile(deps, scope, id)).rejects.toMatchObject({ code: 'gone' })
    expect(await quoteDownload(deps, scope, ask({ limit: 40 }))).toMatchObject({ newLeads: 40 })
    await expectAllWell()
  })

  test('leaves attempts behind that are swept once they are old, and never the file that is ready', async () => {
    const scope = await newCompany(deps.db, { now: clock.now() })
    const { id } = await confirm(scope, { limit: 7 })
    await expect(run(id, crash('renamed'))).rejects.toThrow()
    await run(id)
    clock.set(new Date(Date.now() + 2 * 3_600_000).toISOString())
    expect(await checkDownloads(deps)).toContainEqual(expect.objectContaining({ invariant: 'I12' }))
    await sweepDownloads(deps)
    expect((await readRows(scope, id)).length).toBe(7)
    await expectAllWell()
    clock.set('2026-03-01T12:00:00Z')
  })
})

test('another company’s download is missing, as one that never was', async () => {
  const mine = await newCompany(deps.db, { now: clock.now() })
  const other = await newCompany(deps.db, { now: clock.now() })
  const { id } = await make(mine, { limit: 2 })
  const errorOf = async (work: Promise<unknown>) =>
    await work.catch((error: { code: string; message: string }) => [error.code, error.message])
  for (const read of [
    getDownload,
    async (db: typeof deps.db, scope: CompanyScope, of: string) =>
      await openDownloadFile({ db, files: deps.files }, scope, of),
  ]) {
    const foreign = await errorOf(read(deps.db, other, id))
    expect(foreign).toEqual(await errorOf(read(deps.db, other, 'dl_0')))
    expect(foreign).toEqual(['not_found', 'There is no such download'])
  }
  expect(await listDownloads(deps.db, other)).toEqual([])
  const viewer = await addMember(deps.db, { companyId: mine.companyId, role: 'viewer', now: clock.now() })
  expect(await getDownload(deps.db, viewer, id)).toMatchObject({ id })
  await expect(openDownloadFile(deps, viewer, id)).rejects.toMatchObject({ code: 'forbidden' })
})
