import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@freeor/kernel/errors'
import { localFile } from '@freeor/leads/import/adapters/local-file'
import { importLeads } from '@freeor/leads/import/commands'
import { sampleDictId } from '@freeor/leads/sample/commands'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firmsCsv } from '../../testing/firms.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem

beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
})
afterAll(async () => await system.close())

const look = async () => await system.call('GET', '/api/showcase')

async function importSample(rows: number): Promise<void> {
  const path = join(system.deps.dataDir, 'sample.csv')
  await writeFile(path, firmsCsv(rows))
  await importLeads(system.deps.imports, { source: await localFile(path), dictId: sampleDictId })
}

test('there is none before there is a dataset', async () => {
  expect((await look()).body).toEqual({ showcase: null })
})

test('visitors at the same time cause one query to the engine, and a new version is read again', async () => {
  const asked = vi.spyOn(system.deps.olap, 'ask')
  for (const rows of [40, 60]) {
    await importSample(rows)
    asked.mockClear()
    const looks = await Promise.all(Array.from({ length: 30 }, look))
    expect(looks.map(({ status }) => status)).toEqual(looks.map(() => 200))
    expect(new Set(looks.map(({ body }) => body.showcase?.count))).toEqual(new Set([rows]))
    // The states, and a few rows.
    expect(asked).toHaveBeenCalledTimes(2)
  }
})

test('while the engine is away a visitor’s page works without the showcase, and has it again afterwards', async () => {
  await importSample(80)
  vi.spyOn(system.deps.olap, 'ask').mockRejectedValueOnce(new AppError('unavailable', 'The engine is away'))
  expect((await look()).body).toEqual({ showcase: null })
  expect((await look()).body.showcase?.count).toBe(80)
})
