import { showLife } from '@freeor/postgres/liveness'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { getDataset } from '../dictionaries/queries.ts'
import { importLeads } from './commands.ts'
import { checkImports } from './queries.ts'
import { imports } from './tables.ts'
import { memorySource, openImportFixture } from './testing.ts'
import { sweepImports } from './version/sweep-tables.ts'

const fixture = openImportFixture()
const { run, leads } = fixture

async function leadTables(): Promise<string[]> {
  const rows = await fixture.deps.olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor' AND match(name, '^(leads|suggest|packed)_') ORDER BY name",
    pool: 'writer',
    row: z.object({ name: z.string() }),
  })
  return rows.map(({ name }) => name)
}

test('a lead keeps its id over versions; new, changed and gone ones are counted', async () => {
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

test('leads that share their identity are told apart, in the same way if the file has another order', async () => {
  const rows = ['Ann,1 Main St,x', 'Ann,1 Main St,y', 'Bob,2 Main St,z', 'Ann,1 Main St,y']
  const head = 'Name,Street Address,Note\n'
  const first = await run('twins', `${head}${rows.join('\n')}\n`)
  expect(first.rowsStored).toBe(4)
  const ids = (await leads('twins', 'lead_id AS id')).map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  const again = await run('twins', `${head}${rows.toReversed().join('\n')}\n`)
  expect(again.changes).toEqual({ added: 0, changed: 0, gone: 0 })
})

test('a lead without an id is known by all its cells, in whatever order the file is', async () => {
  const rows = [...Array.from({ length: 40 }, (_, i) => `${i + 1},a${i},x`), ',b,x', ',c,y']
  const head = 'ID,Name,City\n'
  await run('no-ids', `${head}${rows.join('\n')}\n`)
  // As in every version that was ever stored: another hash would make these leads new ones.
  const [wanted, found] = [
    "if(c_id = '', sipHash64('row', concat('|', c_name, '|', c_city)), sipHash64('id', c_id)) AS id",
    'lead_id AS id',
  ]
  expect(await leads('no-ids', found)).toEqual(await leads('no-ids', wanted))
  const again = await run('no-ids', `${head}${rows.toReversed().join('\n')}\n`)
  expect(again.changes).toEqual({ added: 0, changed: 0, gone: 0 })
})

test('a file without most of the columns is refused before anything is recorded, unless it is meant', async () => {
  await run('replaced', 'ID,Name,City,Size\n1,a,x,3\n2,b,x,4\n')
  const source = memorySource('ID,Depth,Driller\n1,120,y\n2,80,z\n')
  const order = { source, dictId: 'replaced' }
  await expect(importLeads(fixture.deps, order)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('lacks 3 of the 4 columns of replaced (Name, City, Size)'),
  })
  expect(await fixture.deps.db.$count(imports, eq(imports.dictId, 'replaced'))).toBe(1)
  expect(await importLeads(fixture.deps, { ...order, isReplacement: true })).toMatchObject({ version: 2 })
  // Half of them are enough.
  expect(await run('replaced', 'ID,Depth,Color,Form\n1,120,r,a\n2,80,g,b\n')).toMatchObject({ version: 3 })
})

test('the last three versions are kept, older ones and their tables are removed', async () => {
  for (let i = 0; i < 5; i++) await run('kept', `ID,Name\n1,a${i}\n2,b\n`)
  const { dictionary, datasetNo } = await getDataset(fixture.deps.db, 'kept')
  expect(dictionary.versions.map(({ version }) => version)).toEqual([5, 4, 3])
  const own = (await leadTables()).filter((name) => name.startsWith(`leads_${datasetNo}_`))
  expect(own).toEqual([3, 4, 5].map((version) => `leads_${datasetNo}_v${version}`))
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
    // Later than now: it does not fall silent while the test goes on.
    progressAt: new Date(Date.now() + 3_600_000),
  } as const
  await fixture.deps.db.insert(imports).values(running)
  const life = await showLife(fixture.deps.db, running.id)
  await expect(run('busy', 'ID,Name\n1,a\n')).rejects.toMatchObject({ code: 'conflict' })
  life.end()
  const taken = await vi.waitFor(() => run('busy', 'ID,Name\n1,a\n2,c\n'), { timeout: 60_000 })
  // The number of the one that was taken over is not used again: its process may only have hung.
  expect(taken.version).toBe(3)
  const longAgo = new Date(Date.now() - 120_000)
  const silent = { ...running, id: 'imp_silent', version: 4, progressAt: longAgo }
  await fixture.deps.db.insert(imports).values(silent)
  const silentLife = await showLife(fixture.deps.db, silent.id)
  expect((await run('busy', 'ID,Name\n1,a\n2,d\n')).version).toBe(5)
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
  await expect(importLeads(fixture.deps, order)).rejects.toThrow('enough')
  await expect(run('cancelled', `ID,Name\n${'"\n'.repeat(3)}`)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect((await getDataset(fixture.deps.db, 'cancelled')).dictionary.version).toBe(1)
  expect(await leadTables()).toEqual(tables)
})

test('what a kill leaves is swept at the next start, and every version can be read', async () => {
  await run('killed', 'ID,Name\n1,a\n2,b\n')
  const { datasetNo } = await getDataset(fixture.deps.db, 'killed')
  const tables = await leadTables()
  const left = [`leads_${datasetNo}_v2`, `leads_${datasetNo}_v2_again`, `suggest_${datasetNo}_v2`]
  // Until an upgrade packed rows were tables, also of the version that serves.
  for (const name of [...left, `packed_${datasetNo}_v1`])
    await fixture.deps.olap.write(`CREATE TABLE freeor.${name} (x UInt8) ENGINE = MergeTree ORDER BY x`)
  const now = new Date()
  await fixture.deps.db.insert(imports).values({
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
  await sweepImports(fixture.deps, { isAlone: true })
  expect(await leadTables()).toEqual(tables)
  expect(await checkImports(fixture.deps)).toEqual([])
  expect((await run('killed', 'ID,Name\n1,a\n2,c\n')).version).toBe(3)
})
