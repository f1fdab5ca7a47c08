import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importFaultPoints } from '@freeor/leads/import/ports'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { ImportRun } from '../api/imports/import-run.ts'
import { firmsCsv, firmsDictId } from '../testing/firms.ts'
import { clientOf, signInSample, uploadTo } from '../testing/server-client.ts'
import { examine, newDataFolder, type ServerProcess, startServerProcess } from '../testing/server-process.ts'

/** A server process is killed at each named point of an import; the version before must go on serving, whole. */

const BIG_ROWS = 30_000
let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string
let bigUpload: string
let smallUpload: string

beforeAll(async () => {
  ;({ dataDir, remove } = await newDataFolder())
  server = await startServerProcess(dataDir)
  token = await signInSample({ url: server.url, dataDir }, 'super_admin')
  smallUpload = await uploadTo({ url: server.url, token }, firmsCsv(100))
  bigUpload = await uploadTo({ url: server.url, token }, firmsCsv(BIG_ROWS))
  await waitForEnd(await begin(smallUpload))
}, 120_000)

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
}, 60_000)

const client = () => clientOf(server.url, token)

async function begin(uploadId: string): Promise<ImportRun> {
  const begun = await client().call('POST', '/api/imports', {
    body: { uploadId, dictId: firmsDictId },
  })
  expect(begun.status, begun.text).toBe(202)
  return begun.body
}

const readImport = async ({ id }: ImportRun) => (await client().call('GET', `/api/imports/${id}`)).body

async function waitForEnd(run: ImportRun): Promise<ImportRun> {
  return await vi.waitFor(
    async () => {
      const now = await readImport(run)
      expect(now.state).not.toBe('running')
      return now
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function serving(): Promise<{ version: number; rows: number; count: number }> {
  const dictionary = await client().call('GET', `/api/dictionaries/${firmsDictId}`)
  const search = await client().call('POST', `/api/search/${firmsDictId}`, {
    body: { count_only: true },
  })
  expect(search.body.dataVersion).toBe(dictionary.body.version)
  return { version: dictionary.body.version, rows: dictionary.body.rows, count: search.body.count }
}

describe.each(importFaultPoints)('a server killed at the point "%s" of an import', (point) => {
  test.each(Array.from({ length: Math.ceil(inject('faultRounds') / 2) }, (_, round) => round))(
    'serves the version before, or after the swap the new one, and imports anew (round %i)',
    async () => {
      const before = await serving()
      await writeFile(join(dataDir, 'die-at'), point)
      const run = await begin(bigUpload)
      await server.ended
      await rm(join(dataDir, 'die-at'))
      server = await startServerProcess(dataDir)
      const after = await readImport(run)
      const version = before.version + (point === 'published' ? 1 : 0)
      if (point === 'published') {
        expect(after.state).toBe('done')
        expect(await serving()).toEqual({ version, rows: BIG_ROWS, count: BIG_ROWS })
      } else {
        expect(after).toMatchObject({ state: 'failed', failure: 'The process that ran it ended' })
        expect(await serving()).toEqual(before)
      }
      expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
      const next = await waitForEnd(await begin(smallUpload))
      expect(next).toMatchObject({
        state: 'done',
        report: { rowsIn: 100, rowsStored: 100, rowsRejected: 0 },
      })
      expect(await serving()).toEqual({ version: version + 1, rows: 100, count: 100 })
    },
    120_000,
  )
})

test('a running import that is cancelled leaves the version before serving', async () => {
  const before = await serving()
  const run = await begin(bigUpload)
  const cancelled = await client().call('POST', `/api/imports/${run.id}/cancel`)
  expect(cancelled.status, cancelled.text).toBe(200)
  expect(await waitForEnd(run)).toMatchObject({ state: 'cancelled' })
  expect(await serving()).toEqual(before)
}, 60_000)

test('a second import of the same dictionary waits its turn', async () => {
  const run = await begin(bigUpload)
  const body = { uploadId: smallUpload, dictId: firmsDictId }
  expect((await client().call('POST', '/api/imports', { body })).status).toBe(409)
  await client().call('POST', `/api/imports/${run.id}/cancel`)
  await waitForEnd(run)
}, 60_000)
