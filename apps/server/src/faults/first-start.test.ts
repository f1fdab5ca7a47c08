import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { imports } from '@freeor/leads/import/tables'
import { afterEach, expect, test, vi } from 'vitest'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  examine,
  newDataFolder,
  type ServerProcess,
  serve,
  withDatabaseOf,
} from '../testing/server-process.ts'

/** The first start of an installation, which makes the sample data, is cut short in the middle of it. */

const { dataDir, remove } = await newDataFolder()
let server: ServerProcess | undefined

afterEach(async () => {
  await server?.kill('SIGTERM')
  await remove()
})

const countImports = async () => await withDatabaseOf(dataDir, async (db) => await db.$count(imports))

/** Starts, and gives the server while it makes the sample data. */
async function makeSampleData() {
  const starting = await serve(dataDir, { sampleData: true })
  starting.ready.catch(() => undefined)
  await starting.said(/Making the sample data/)
  return starting
}

test('a first start stopped or killed while it makes the sample data is completed by the next', async () => {
  const first = await makeSampleData()
  await vi.waitFor(async () => expect(await countImports()).toBe(1), { timeout: 60_000, interval: 20 })
  process.kill(first.pid, 'SIGKILL')
  await expect(first.ready).rejects.toThrow()
  const stopped = await makeSampleData()
  process.kill(stopped.pid, 'SIGINT')
  await stopped.said(/Stopping/)
  await expect(stopped.ready).rejects.toThrow()
  // No PostgreSQL stays behind.
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  server = await (await serve(dataDir, { sampleData: true })).ready
  const { call } = clientOf(server.url, await signInSample({ url: server.url, dataDir }, 'owner'))
  const search = await call('POST', '/api/search/businesses', {
    body: { count_only: true },
  })
  expect(search.body.count).toBe(200_000)
  const me = await call('GET', '/api/me')
  expect(me.body.allowance?.planID).toBe('freeor_biz')
  const saved = await call('GET', '/api/saved-searches')
  expect(saved.body.savedSearches).toHaveLength(2)
  await vi.waitFor(
    async () => {
      const { body } = await call('GET', '/api/downloads')
      expect(body.downloads.map(({ state }) => state)).toEqual(['ready'])
    },
    { timeout: 60_000, interval: 50 },
  )
  expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
  // Three starts, two of them with the sample data.
})
