import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { showLife } from '@freeor/postgres/liveness'
import { openFolderStore } from '@freeor/storage/folder'
import { testOlap } from '@freeor/testing/olap'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { correctDictionary } from '../dictionaries/commands.ts'
import { findDataset, getDataset } from '../dictionaries/queries.ts'
import { importSample } from '../sample/commands.ts'
import { type ImportDeps, importLeads } from './commands.ts'
import { checkImports } from './queries.ts'
import type { ImportReport } from './schema.ts'
import { sweepImports } from './sweep.ts'
import { imports } from './tables.ts'
import { endlessSource, memorySource } from './testing.ts'

let deps: ImportDeps
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const [database, engine, folder] = await Promise.all([
    testDatabase(),
    testOlap(),
    mkdtemp(join(tmpdir(), 'freeor-import-')),
  ])
  closers.push(database.close, engine.close, () => rm(folder, { recursive: true, force: true }))
  const clock = { now: () => new Date() }
  deps = { db: database.db, olap: engine.olap, store: openFolderStore(folder), clock, log: () => undefined }
})

afterAll(async () => {
  for (const close of closers) await close()
})

const run = (dictId: string, content: string | Uint8Array): Promise<ImportReport> =>
  importLeads(deps, { source: memorySource(content), dictId })

type Row = Record<string, unknown>

async function leads(dictId: string, what = '*'): Promise<Row[]> {
  const { datasetNo, dictionary } = await getDataset(deps.db, dictId)
  return await deps.olap.ask({
    sql: `SELECT ${what} FROM freeor.leads_${datasetNo}_v${dictionary.version} ORDER BY row`,
    lane: 'writer',
    row: z.record(z.string(), z.unknown()),
  })
}

async function leadTables(): Promise<string[]> {
  const rows = await deps.olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor' AND match(name, '^(leads|suggest)_') ORDER BY name",
    lane: 'writer',
    row: z.object({ name: z.string() }),
  })
  return rows.map(({ name }) => name)
}

test('ZIPs are repaired, and another country keeps its postal code without becoming a ZIP', async () => {
  const rows = [
    'a,Boston,MA,2108,USA',
    'b,Atlanta,Georgia,30303.0,United States',
    'c,Cambridge,Mass.,02138-1234,',
    'd,Kronach,Bayern,96317,Germany',
    'e,Perth,WA,6000,Australia',
    'f,Austin,TX,NY,US',
    'g,Denver,CO,2804,US',
    'h,San Francisco,CA,941102019,US',
    'i,Mol,Vlaanderen,2400,Belgium',
  ]
  const report = await run('zips', `Name,City,State,Postal Code,Country\n${rows.join('\n')}\n`)
  expect(report).toMatchObject({ rowsIn: 9, rowsStored: 9, rowsRejected: 0 })
  expect(report.unreadable).toEqual([{ key: 'postal_code', cells: 2 }])
  const found = await leads(
    'zips',
    'c_postal_code AS cell, p_zip AS zip, p_state AS state, p_source AS source',
  )
  expect(found.map(({ cell, zip, state, source }) => [cell, zip, state, source])).toEqual([
    ['02108', '02108', 'MA', 'zip'],
    ['30303', '30303', 'GA', 'zip'],
    ['02138', '02138', 'MA', 'zip'],
    ['96317', '', '', 'none'],
    ['6000', '', '', 'none'],
    ['', '', 'TX', 'none'],
    ['', '', 'CO', 'none'],
    ['94110', '94110', 'CA', 'zip'],
    ['2400', '', '', 'none'],
  ])
})

test('counties come from names, FIPS codes and ZIPs, in one edition', async () => {
  const rows = [
    'a,AL,DE KALB,',
    'b,CT,,06103',
    'c,VA,Richmond city,',
    'd,MD,Prince Georges,',
    'e,PR,,00901',
    'f,GA,,30303',
  ]
  await run('counties', `Name,State,County,Zip\n${rows.join('\n')}\n`)
  const found = await leads('counties', 'p_county AS county')
  expect(found.map(({ county }) => county)).toEqual(['01049', '09003', '51760', '24033', '72127', '13121'])
})

test.each([
  ['names', ['Cobb', 'Dade'], ['Fulton', 'Hartford', 'Orleans', '']],
  ['titles', ['Cobb County', 'Dade County'], ['Fulton County', 'Hartford County', 'Orleans Parish', '']],
  ['capitals', ['COBB', 'DADE'], ['FULTON', 'HARTFORD', 'ORLEANS', '']],
  ['codes', ['13067', '13083.0'], ['13121', '09003', '22071', '']],
])(
  'a county that the file leaves blank is the ZIP’s, in a column of %s too',
  async (style, given, filled) => {
    const blank = ['c,GA,,30303', 'd,CT,,06103', 'e,LA,,70112', 'f,GA,,']
    const rows = [...given.map((county, i) => `g${i},GA,${county},`), ...blank]
    await run(`county-${style}`, `Name,State,County,Zip\n${rows.join('\n')}\n`)
    const found = await leads(`county-${style}`, 'c_county AS county')
    expect(found.slice(2).map(({ county }) => county)).toEqual(filled)
    expect(found[0]).toEqual({ county: given[0] })
  },
)

test('coordinates are checked: swapped and unsigned ones are mended, impossible ones give way to the ZIP', async () => {
  const rows = [
    'a,GA,30303,33.75,-84.39',
    'b,GA,30303,-84.39,33.75',
    'c,GA,30303,33.75,84.39',
    'd,GA,30303,0,0',
    'e,GA,30303,,',
    'f,GA,,233.75,-84.39',
    ...Array.from({ length: 30 }, (_, i) => `x${i},GA,30303,33.7${i},-84.3${i}`),
  ]
  await run('points', `Name,State,Zip,Latitude,Longitude\n${rows.join('\n')}\n`)
  const found = await leads(
    'points',
    'round(p_lat, 2) AS lat, round(p_lon, 2) AS lon, p_source AS source, h3_7 AS cell',
  )
  expect(found.slice(0, 4).map(({ lat, lon, source }) => [lat, lon, source])).toEqual([
    [33.75, -84.39, 'column'],
    [33.75, -84.39, 'column'],
    [33.75, -84.39, 'column'],
    [33.75, -84.39, 'zip'],
  ])
  expect(found[4]?.source).toBe('zip')
  expect(found[5]).toMatchObject({ source: 'none', cell: '0', lat: null })
  expect(found[0]?.cell).toBe(found[1]?.cell)
})

test('state, ZIP, city and point are read out of an address when they have no column', async () => {
  const rows = Array.from(
    { length: 10 },
    (_, i) => `n${i},"${i} Main St\nAtlanta, GA 30303\n(33.75${i}, -84.39)"`,
  )
  const report = await run('addresses', `Name,Location\n${rows.join('\n')}\n`)
  expect(report.places).toEqual({ fromColumns: 10, fromZip: 0, none: 0 })
  expect(
    (await leads('addresses', 'p_city AS city, p_state AS state, p_zip AS zip, p_county AS county'))[0],
  ).toEqual({
    city: 'atlanta',
    state: 'GA',
    zip: '30303',
    county: '13121',
  })
})

test('numbers, money, dates and booleans are read in their many spellings, and what is none is counted', async () => {
  const rows = [
    'a,"$1,234.50",1e3,30-Oct-09,Y',
    'b,(12),-999,10/30/2009 9:47:00 AM,no',
    'c,n/a,12%,"Oct 30, 2009",-',
    'd,5,oops,2009-02-31,true',
    'e,7,+4,2009-10-30T11:00:00Z,F',
  ]
  const filler = Array.from({ length: 30 }, (_, i) => `f${i},${i},${i},2009-10-30,N`)
  const report = await run('cells', `Name,Revenue,Size,Opened,Active\n${[...rows, ...filler].join('\n')}\n`)
  expect(report.unreadable).toEqual([
    { key: 'size', cells: 1 },
    { key: 'opened', cells: 1 },
  ])
  const found = await leads('cells', 'c_revenue AS r, c_size AS s, c_opened AS o, c_active AS a')
  expect(found.slice(0, 5).map(({ r, s, o, a }) => [r, s, o, a])).toEqual([
    [1234.5, 1000, '2009-10-30', true],
    [-12, null, '2009-10-30', false],
    [null, 12, '2009-10-30', null],
    [5, null, null, true],
    [7, 4, '2009-10-30', false],
  ])
})

test('a number is never infinite, nor what is no number', async () => {
  const rows = ['inf', 'Infinity', '1e999', '-inf', 'NaN', '7', ...Array.from({ length: 60 }, (_, i) => i)]
  const report = await run('finite', `ID,Size\n${rows.map((cell, i) => `${i},${cell}`).join('\n')}\n`)
  expect(report.unreadable).toEqual([{ key: 'size', cells: 4 }])
  const found = await leads('finite', 'c_size AS size')
  expect(found.slice(0, 6).map(({ size }) => size)).toEqual([null, null, null, null, null, 7])
})

test('a date before 1900 is counted as unreadable, and many of them keep their column a text', async () => {
  const dates = Array.from({ length: 300 }, (_, i) => `${i},2019-03-${String(1 + (i % 28)).padStart(2, '0')}`)
  const few = await run('fewold', `ID,Opened\n${[...dates, '300,1890-05-01'].join('\n')}\n`)
  expect(few.columns[1]?.kind).toBe('date')
  expect(few.unreadable).toEqual([{ key: 'opened', cells: 1 }])
  const old = Array.from({ length: 30 }, (_, i) => `${400 + i},5/${1 + (i % 28)}/1890`)
  const many = await run('manyold', `ID,Opened\n${[...dates, ...old].join('\n')}\n`)
  expect(many.columns[1]?.kind).not.toBe('date')
  expect(many.unreadable).toEqual([])
})

test('a key that searches mean something else by is refused, and never proposed', async () => {
  const content = 'ID,Within,City,Zip\n1,a,big,x\n2,b,small,y\n'
  const report = await run('words', content)
  expect(report.columns.map(({ key }) => key)).toEqual(['id', 'within_column', 'city', 'zip_column'])
  const columns = (await getDataset(deps.db, 'words')).dictionary.columns
  for (const key of ['within', 'not', 'zip'])
    await expect(
      importLeads(deps, {
        source: memorySource(content),
        dictId: 'words',
        columns: columns.map((column, at) => (at === 1 ? { ...column, key } : column)),
      }),
    ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining(key) })
})

test('a column with nearly as many values as leads is no facet, and the report says so', async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `${i},t${i},${i % 3 ? 'x' : 'y'}`)
  const source = memorySource(`ID,Tag,Kind\n${rows.join('\n')}\n`)
  const column = { group: 'Details', contact: false, facet: true, suggest: false, kind: 'category' } as const
  const columns = ['ID', 'Tag', 'Kind'].map((from) => ({
    ...column,
    from,
    label: from,
    key: from.toLowerCase(),
  }))
  const report = await importLeads(deps, { source, dictId: 'fine', columns })
  expect(report.warnings).toHaveLength(2)
  const { dictionary } = await getDataset(deps.db, 'fine')
  expect(dictionary.columns.map(({ facet }) => facet)).toEqual([false, false, true])
})

test('a version is described by its own columns, with what is masked by now', async () => {
  await run('columns', 'ID,Name,Kind\n1,a,x\n2,b,x\n')
  await run('columns', 'ID,Name,More\n1,a,q\n2,b,q\n')
  await correctDictionary(deps.db, { dictId: 'columns', columns: [{ key: 'name', contact: true }] })
  const keys = async (asOf?: number) => {
    const { dictionary } = await getDataset(deps.db, 'columns', asOf)
    return dictionary.columns.map(({ key, contact }) => (contact ? `${key} masked` : key))
  }
  expect(await keys()).toEqual(['id', 'name masked', 'more'])
  expect(await keys(1)).toEqual(['id', 'name masked', 'kind'])
  expect(await keys(9)).toEqual(await keys())
})

test('day-first dates and decimal commas are told by the file', async () => {
  const rows = Array.from({ length: 28 }, (_, i) => `n${i};${i + 1}.03.2019;1.234,5`)
  await run('german', `Name;Date;Amount\n${rows.join('\n')}\n`)
  expect((await leads('german', 'c_date AS d, c_amount AS a'))[2]).toEqual({ d: '2019-03-03', a: 1234.5 })
})

test('rows in are rows stored and rejected, and the rejects file names line and reason', async () => {
  const report = await run('rejects', 'Id,Name,City\n1,a,b\n2,a\n3,"x\ny",b\n4,a,b,c\n5,\0,b\n6,a,b\n')
  expect(report).toMatchObject({ rowsIn: 6, rowsStored: 3, rowsRejected: 3 })
  const file = await deps.store.read(report.rejectsFile ?? '')
  const lines = (await file.toArray()).join('').split('\n')
  expect(lines.map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    'line,row',
    '3,2',
    '6,4',
    '7,5',
    '',
  ])
})

test('a lead keeps its id over versions; new, changed and gone ones are told', async () => {
  await run('versions', 'ID,Name,City\n1,a,x\n2,b,x\n3,c,x\n')
  const before = await leads('versions', 'lead_id AS id')
  const report = await run('versions', 'ID,Name,City\n3,c,x\n1,a,MOVED\n4,d,x\n')
  expect(report.changes).toEqual({ added: 1, changed: 1, gone: 1 })
  const after = await leads('versions', 'lead_id AS id, first_seen AS f, changed AS c')
  expect(after.map(({ id, f, c }) => [id, f, c])).toEqual([
    [before[2]?.id, 1, 1],
    [before[0]?.id, 1, 2],
    [after[2]?.id, 2, 2],
  ])
})

test('leads that share their identity are told apart, the same way in another order', async () => {
  const rows = ['Ann,1 Main St,x', 'Ann,1 Main St,y', 'Bob,2 Main St,z', 'Ann,1 Main St,y']
  const head = 'Name,Street Address,Note\n'
  const first = await run('twins', `${head}${rows.join('\n')}\n`)
  expect(first.rowsStored).toBe(4)
  const ids = (await leads('twins', 'lead_id AS id')).map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  const again = await run('twins', `${head}${rows.toReversed().join('\n')}\n`)
  expect(again.changes).toEqual({ added: 0, changed: 0, gone: 0 })
})

test('the last three versions stay, older ones and their tables go', async () => {
  for (let i = 0; i < 5; i++) await run('kept', `ID,Name\n1,a${i}\n2,b\n`)
  const { dictionary, datasetNo } = await getDataset(deps.db, 'kept')
  expect(dictionary.versions.map(({ version }) => version)).toEqual([5, 4, 3])
  const own = (await leadTables()).filter((name) => name.startsWith(`leads_${datasetNo}_`))
  expect(own).toEqual([3, 4, 5].map((version) => `leads_${datasetNo}_v${version}`))
})

test('corrections survive the next import, and a contact column is never a facet', async () => {
  await run('corrected', 'ID,Name,Kind\n1,a,x\n2,b,x\n')
  await correctDictionary(deps.db, {
    dictId: 'corrected',
    columns: [{ key: 'name', label: 'Firm', contact: true, facet: true }],
  })
  await run('corrected', 'ID,Name,Kind,More\n1,a,x,1\n2,b,x,2\n')
  const { dictionary } = await getDataset(deps.db, 'corrected')
  expect(dictionary.columns.find(({ key }) => key === 'name')).toMatchObject({
    label: 'Firm',
    contact: true,
    facet: false,
  })
})

test('a second import of a dictionary is refused while one runs, and one that is dead or silent is taken over', async () => {
  await run('busy', 'ID,Name\n1,a\n2,b\n')
  const running = {
    id: 'imp_test',
    dictId: 'busy',
    version: 2,
    state: 'running',
    phase: 'reading',
    sourceName: 'x',
    bytesTotal: 1,
    startedAt: new Date(),
    progressAt: new Date(),
  } as const
  await deps.db.insert(imports).values(running)
  const life = await showLife(deps.db, running.id)
  await expect(run('busy', 'ID,Name\n1,a\n')).rejects.toMatchObject({ code: 'conflict' })
  life.end()
  const taken = await vi.waitFor(() => run('busy', 'ID,Name\n1,a\n2,c\n'), { timeout: 20_000 })
  expect(taken.version).toBe(2)
  const longAgo = new Date(Date.now() - 120_000)
  const silent = { ...running, id: 'imp_silent', version: 3, progressAt: longAgo }
  await deps.db.insert(imports).values(silent)
  const silentLife = await showLife(deps.db, silent.id)
  expect((await run('busy', 'ID,Name\n1,a\n2,d\n')).version).toBe(3)
  silentLife.end()
})

test('cancelled or failed, an import leaves the old version serving and nothing behind', async () => {
  await run('cancelled', 'ID,Name\n1,a\n2,b\n')
  const tables = await leadTables()
  const cancel = new AbortController()
  const source = memorySource(
    `ID,Name\n${Array.from({ length: 50_000 }, (_, i) => `${i},n${i}`).join('\n')}\n`,
  )
  const order = {
    source,
    dictId: 'cancelled',
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('enough')),
  }
  await expect(importLeads(deps, order)).rejects.toThrow('enough')
  await expect(run('cancelled', `ID,Name\n${'"\n'.repeat(3)}`)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect((await getDataset(deps.db, 'cancelled')).dictionary.version).toBe(1)
  expect(await leadTables()).toEqual(tables)
})

test('what a kill leaves is swept at the next start, and every version can be read', async () => {
  await run('killed', 'ID,Name\n1,a\n2,b\n')
  const { datasetNo } = await getDataset(deps.db, 'killed')
  const tables = await leadTables()
  for (const name of [`leads_${datasetNo}_v2`, `leads_${datasetNo}_v2_again`, `suggest_${datasetNo}_v2`])
    await deps.olap.write(`CREATE TABLE freeor.${name} (x UInt8) ENGINE = MergeTree ORDER BY x`)
  const now = new Date()
  await deps.db.insert(imports).values({
    id: 'imp_killed',
    dictId: 'killed',
    version: 2,
    state: 'running',
    phase: 'reading',
    sourceName: 'x',
    bytesTotal: 1,
    startedAt: now,
    progressAt: now,
  })
  await sweepImports(deps, { isAlone: true })
  expect(await leadTables()).toEqual(tables)
  expect(await checkImports(deps)).toEqual([])
  expect((await run('killed', 'ID,Name\n1,a\n2,c\n')).version).toBe(2)
})

test('a file whose first import fails makes no dictionary that serves', async () => {
  await expect(run('never', 'a,b\n"x\n')).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await findDataset(deps.db, 'never')).toBeUndefined()
})

test('Latin-1 far behind an ASCII beginning is read as such', async () => {
  const plain = Array.from({ length: 200_000 }, (_, i) => `${i},plain name ${i}`).join('\n')
  const content = Buffer.concat([
    Buffer.from(`ID,Name\n${plain}\n200000,Caf`),
    Buffer.from([0xe9]),
    Buffer.from('\n'),
  ])
  const report = await run('late', content)
  expect(report.rowsRejected).toBe(0)
  expect((await leads('late', 'c_name AS name')).at(-1)?.name).toBe('Café')
})

test('hostile files are refused or cost a row, within 150 MB', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const quotes = Buffer.from('9,"never closed\n'.repeat(50_000))
  const bomb = await packedRepeats(
    'ID,Name\n',
    Buffer.from('1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(30_000)),
    160,
  )
  await run('warm', 'ID,Name\n1,a\n')
  const grown = watchMemory()
  const line = { source: endlessSource('ID,Name\n1,a\n2,b\n3,', piece, 2048), dictId: 'line' }
  expect(await importLeads(deps, line)).toMatchObject({ rowsIn: 3, rowsStored: 2, rowsRejected: 1 })
  const open = {
    source: endlessSource(`ID,Name\n${'1,"a, ""b"""\n'.repeat(40_000)}`, quotes, 40),
    dictId: 'quotes',
  }
  await expect(importLeads(deps, open)).rejects.toThrow(/never closed/)
  await expect(run('bomb', bomb)).rejects.toThrow(/200 times/)
  const megabytes = grown() / 1e6
  expect(megabytes).toBeLessThan(150)
}, 120_000)

/** The gzip of `head` and many times `piece`, packed as it goes. */
async function packedRepeats(head: string, piece: Buffer, times: number): Promise<Buffer> {
  const source = endlessSource(head, piece, times)
  return Buffer.concat(await (await source.read()).pipe(createGzip()).toArray())
}

/** The most memory this process held beyond what it holds now, in bytes. */
function watchMemory(): () => number {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  return () => {
    clearInterval(timer)
    return most - before
  }
}

test('the sample is imported whole, every lead at a place', async () => {
  const report = await importSample(deps, 2000)
  expect(report).toMatchObject({
    dictId: 'businesses',
    rowsIn: 2000,
    rowsStored: 2000,
    unreadable: [],
    duplicates: 0,
  })
  expect(report.places.none).toBe(0)
  expect(report.places.fromZip).toBeGreaterThan(100)
})
