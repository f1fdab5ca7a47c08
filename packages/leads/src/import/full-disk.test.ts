import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@freeor/clickhouse/embedded'
import { openFolderStore } from '@freeor/storage/folder'
import { testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { getDataset } from '../dictionaries/queries.ts'
import { type ImportDeps, importLeads } from './commands.ts'
import { checkImports } from './queries.ts'
import { imports } from './tables.ts'
import { endlessSource, memorySource } from './testing.ts'

/** The engine's folder on a disk of its own that is soon full; skipped where this process may not mount one. */

let deps: ImportDeps
let olap: EmbeddedClickHouse
const closers: (() => unknown)[] = []
const disk = await mkdtemp(join(tmpdir(), 'freeor-disk-'))
const refusal = mountDisk()

function mountDisk(): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk], { stdio: 'pipe' })
    closers.push(() => execFileSync('umount', ['-l', disk]))
    return undefined
  } catch (error) {
    return `no disk can be mounted: ${error instanceof Error ? error.message : String(error)}`
  }
}

beforeAll(async () => {
  if (refusal !== undefined) return
  const folder = await mkdtemp(join(tmpdir(), 'freeor-import-'))
  const database = await testDatabase()
  olap = await startEmbeddedClickHouse({ dataDir: disk, log: () => undefined })
  closers.unshift(
    () => olap.close(),
    () => database.close(),
    () => rm(folder, { recursive: true, force: true }),
  )
  const clock = { now: () => new Date() }
  deps = { db: database.db, olap, store: openFolderStore(folder), clock, log: () => undefined }
})

afterAll(async () => {
  for (const close of closers) await close()
  await rm(disk, { recursive: true, force: true })
})

test('an import that fills the disk says so, leaves the version before serving and frees the space', async ({
  skip,
}) => {
  if (refusal !== undefined) skip(refusal)
  await importLeads(deps, { dictId: 'full', source: memorySource('ID,Name\n1,a\n2,b\n') })
  const before = await tables()
  // Numbers that compression cannot make small.
  let seed = 1
  const line = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return `${seed},${Array.from({ length: 12 }, (_, i) => (Math.imul(seed, i * 2 + 3) >>> 0).toString(36)).join(' ')}\n`
  }
  const piece = Buffer.from(Array.from({ length: 300_000 }, line).join(''))
  const failed = importLeads(deps, { dictId: 'full', source: endlessSource('ID,Name\n', piece, 20) })
  await expect(failed).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/disk .*is full/),
  })
  const [record] = await deps.db.select().from(imports).where(eq(imports.state, 'failed'))
  expect(record?.failure).toMatch(/disk .*is full/)
  expect((await getDataset(deps.db, 'full')).dictionary).toMatchObject({ version: 1, rows: 2 })
  expect(await tables()).toEqual(before)
  expect(await checkImports(deps)).toEqual([])
  const again = await importLeads(deps, {
    dictId: 'full',
    source: memorySource('ID,Name\n1,a\n2,b\n3,c\n'),
  })
  expect(again).toMatchObject({ version: 2, rowsStored: 3 })
})

async function tables(): Promise<string[]> {
  const rows = await olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor' ORDER BY name",
    pool: 'writer',
    row: z.object({ name: z.string() }),
  })
  return rows.map(({ name }) => name)
}
