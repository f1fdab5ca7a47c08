import { Readable } from 'node:stream'
import { parseCsv } from 'hucre/csv'
import { expect, test } from 'vitest'
import { correctDictionary } from '../dictionaries/commands.ts'
import { findDataset, getDataset } from '../dictionaries/queries.ts'
import { fromSafeCell, isRunnable } from '../downloads/safe-cell.ts'
import { importSample } from '../sample/commands.ts'
import { importLeads } from './commands.ts'
import type { ImportSource } from './ports.ts'
import type { ImportProgress } from './schema.ts'
import { memorySource, openImportFixture } from './testing.ts'

const fixture = openImportFixture()
const { run } = fixture

test('a key that means something else in searches is refused, and never proposed', async () => {
  const content = 'ID,Within,City,Zip\n1,a,big,x\n2,b,small,y\n'
  const report = await run('words', content)
  expect(report.columns.map(({ key }) => key)).toEqual(['id', 'within_column', 'city', 'zip_column'])
  const columns = (await getDataset(fixture.deps.db, 'words')).dictionary.columns
  for (const key of ['within', 'not', 'zip'])
    await expect(
      importLeads(fixture.deps, {
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
  const report = await importLeads(fixture.deps, { source, dictId: 'fine', columns })
  expect(report.warnings).toHaveLength(2)
  const { dictionary } = await getDataset(fixture.deps.db, 'fine')
  expect(dictionary.columns.map(({ facet }) => facet)).toEqual([false, false, true])
})

test('a version is described by its own columns, with the present masks', async () => {
  await run('columns', 'ID,Name,Kind\n1,a,x\n2,b,x\n')
  await run('columns', 'ID,Name,More\n1,a,q\n2,b,q\n')
  await correctDictionary(fixture.deps.db, { dictId: 'columns', columns: [{ key: 'name', contact: true }] })
  const keys = async (asOf?: number) => {
    const { dictionary } = await getDataset(fixture.deps.db, 'columns', asOf)
    return dictionary.columns.map(({ key, contact }) => (contact ? `${key} masked` : key))
  }
  expect(await keys()).toEqual(['id', 'name masked', 'more'])
  expect(await keys(1)).toEqual(['id', 'name masked', 'kind'])
  expect(await keys(9)).toEqual(await keys())
})

test('every row read is either stored or rejected, and the rejects file names line and reason', async () => {
  const report = await run('rejects', 'Id,Name,City\n1,a,b\n2,a\n3,"x\ny",b\n4,a,b,c\n5,\0,b\n6,a,b\n')
  expect(report).toMatchObject({ rowsIn: 6, rowsStored: 3, rowsRejected: 3 })
  const file = await fixture.deps.store.read(report.rejectsFile ?? '')
  const lines = (await file.toArray()).join('').split('\n')
  // Excel reads UTF-8 by its mark only.
  expect(lines[0]?.startsWith('\u{feff}')).toBe(true)
  expect(lines.map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    '\u{feff}line,row',
    '3,2',
    '6,4',
    '7,5',
    '',
  ])
})

test('a rejected row that starts like a formula is harmless in the rejects file and reads back the same', async () => {
  const rows = ['=HYPERLINK("http://evil.example")', '@SUM(1)', '+1+cmd', '-2+3', '\t=1', '+1 555 123 4567']
  // Fewer than one in twenty, else they would be taken for rows that leave off their empty cells.
  const sound = Array.from({ length: 200 }, (_, i) => `${i},a,b`)
  const report = await run('inert', `Id,Name,City\n${[...sound, ...rows].join('\n')}\n`)
  expect(report.rowsRejected).toBe(rows.length)
  const file = await fixture.deps.store.read(report.rejectsFile ?? '')
  const raws = parseCsv((await file.toArray()).join('')).map((cells) => String(cells[3]))
  expect(raws.slice(1).map((raw) => raw.startsWith("'"))).toEqual(rows.map(isRunnable))
  expect(raws.slice(1).map(fromSafeCell)).toEqual(rows)
  expect(raws.at(-1)).toBe('+1 555 123 4567')
})

test('corrections survive the next import, and a contact column is never a facet', async () => {
  await run('corrected', 'ID,Name,Kind\n1,a,x\n2,b,x\n')
  await correctDictionary(fixture.deps.db, {
    dictId: 'corrected',
    columns: [{ key: 'name', label: 'Firm', contact: true, facet: true }],
  })
  await run('corrected', 'ID,Name,Kind,More\n1,a,x,1\n2,b,x,2\n')
  const { dictionary } = await getDataset(fixture.deps.db, 'corrected')
  expect(dictionary.columns.find(({ key }) => key === 'name')).toMatchObject({
    label: 'Firm',
    contact: true,
    facet: false,
  })
})

test('a file whose first import fails makes no dictionary that serves', async () => {
  await expect(run('never', 'a,b\n"x\n')).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await findDataset(fixture.deps.db, 'never')).toBeUndefined()
})

test('the sample is imported whole, every lead at a place', async () => {
  const report = await importSample(fixture.deps, 2000)
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

test('a file that comes slowly shows its progress long before it fills a block', async () => {
  const text = `ID,Name\n${Array.from({ length: 2_000 }, (_, i) => `${i},n${i}`).join('\n')}\n`
  const whole = memorySource(text)
  const told: ImportProgress[] = []
  async function* slowly() {
    const bytes = Buffer.from(text)
    yield bytes.subarray(0, 9_000)
    // The rest comes only once the first part was told of.
    await expect.poll(() => told.find(({ rows }) => rows > 0)?.bytesDone).toBe(9_000)
    yield bytes.subarray(9_000)
  }
  const source: ImportSource = {
    ...whole,
    read: async (range) => (range ? await whole.read(range) : Readable.from(slowly())),
  }
  const onProgress = (progress: ImportProgress) => told.push(progress)
  const report = await importLeads(fixture.deps, { source, dictId: 'slow', onProgress })
  expect(report.rowsStored).toBe(2_000)
})
