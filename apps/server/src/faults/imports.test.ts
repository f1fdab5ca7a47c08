import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importFaultPoints } from '@freeor/leads/import/ports'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { ImportRun } from '../api/imports/import-run.ts'
import { firmsCsv, firmsDictId } from '../testing/firms.ts'
import { clientOf, signInSample, uploadTo } from '../testing/server-client.ts'
import {
  examine,
  findChild,
  readLogEnd,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
  withDatabaseOf,
} from '../testing/server-process.ts'

/**
 * A server process is killed at each named point of an import; the version before must go on serving, whole. An import that
 * was cut off is begun again by itself.
 */

/** Several pieces of a file, so that an import can stop between them. */
const BIG_ROWS = 5_000
let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string
let bigUpload: string
let smallUpload: string

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir)
  token = await signInSample({ url: server.url, dataDir }, 'super_admin')
  smallUpload = await uploadTo({ url: server.url, token }, firmsCsv(100))
  bigUpload = await uploadTo({ url: server.url, token }, firmsCsv(BIG_ROWS))
  await waitForEnd(await begin(smallUpload))
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(await readLogEnd(dataDir))
})
afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

const client = () => clientOf(server.url, token)

const order = async (uploadId: string) =>
  await client().call('POST', '/api/imports', { body: { uploadId, dictId: firmsDictId } })

async function begin(uploadId: string): Promise<ImportRun> {
  const begun = await order(uploadId)
  expect(begun.status, begun.text).toBe(202)
  return begun.body
}

async function newestFirstAttempt(): Promise<ImportRun> {
  const { body, text } = await client().call('GET', '/api/imports')
  const found = body.imports.find(({ attempt }: ImportRun) => attempt === 1)
  if (!found) throw new Error(`No import is a first attempt: ${text}`)
  return found
}

const readImport = async ({ id }: ImportRun) => (await client().call('GET', `/api/imports/${id}`)).body

/** How an import ends, or the one that does its work after it was cut off. */
async function waitForEnd(run: ImportRun): Promise<ImportRun> {
  return await vi.waitFor(
    async () => {
      const first = await readImport(run)
      const now = first.retriedBy ? await readImport({ ...run, id: first.retriedBy }) : first
      expect(now).toMatchObject({ state: expect.not.stringMatching('running'), retrying: false })
      return now
    },
    { timeout: 60_000, interval: 100 },
  )
}

/** Begins an import whose rows stop in the middle for as long as `wait-at` is there. */
async function stopInTheMiddle(): Promise<ImportRun> {
  await writeFile(join(dataDir, 'wait-at'), 'mid-rows')
  const run = await begin(bigUpload)
  await vi.waitFor(async () => expect((await readImport(run)).progress.rows).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 20,
  })
  return run
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

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
    'begins it again by itself, or has it whole after the swap, and imports anew (round %i)',
    async () => {
      const before = await serving()
      await writeFile(join(dataDir, 'die-at'), point)
      // It may die before it has answered.
      const begun = await order(bigUpload).catch(() => undefined)
      await server.ended
      if (begun) expect(begun.status, begun.text).toBe(202)
      await rm(join(dataDir, 'die-at'))
      server = await startServerProcess(dataDir)
      const run: ImportRun = begun?.body ?? (await newestFirstAttempt())
      const after = await readImport(run)
      // The number of the version that was cut off is not used again.
      const version = before.version + (point === 'published' ? 1 : 2)
      if (point === 'published') {
        expect(after).toMatchObject({ state: 'done', retriedBy: null })
      } else {
        const failure = 'The process that ran it ended'
        expect(after).toMatchObject({ state: 'failed', failure, attempt: 1 })
        const again = await waitForEnd(run)
        expect(again).toMatchObject({ state: 'done', attempt: 2, report: { rowsStored: BIG_ROWS } })
      }
      expect(await serving()).toEqual({ version, rows: BIG_ROWS, count: BIG_ROWS })
      expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
      const next = await waitForEnd(await begin(smallUpload))
      expect(next).toMatchObject({
        state: 'done',
        report: { rowsIn: 100, rowsStored: 100, rowsRejected: 0 },
      })
      expect(await serving()).toEqual({ version: version + 1, rows: 100, count: 100 })
    },
  )
})

test('an import that the search engine’s death cut off is begun again soon, and says so', async () => {
  const before = await serving()
  const run = await stopInTheMiddle()
  const expectNow = async (wanted: Partial<Record<keyof ImportRun, unknown>>) =>
    await vi.waitFor(
      async () => {
        const now = await readImport(run)
        expect(now, JSON.stringify(now)).toMatchObject(wanted)
      },
      { timeout: 60_000, interval: 50 },
    )
  await withDatabaseOf(dataDir, async (db) => {
    await db.transaction(async (tx) => {
      // The next attempt begins with this row: until it is let go there is time to read of it.
      await tx.execute(sql`SELECT FROM datasets WHERE dict_id = ${firmsDictId} FOR UPDATE`)
      process.kill(await findChild(server.pid, /embedded-server/), 'SIGKILL')
      await rm(join(dataDir, 'wait-at'))
      await expectNow({ retrying: true, retriedBy: null })
    })
  })
  await expectNow({ retriedBy: expect.any(String) })
  expect(await waitForEnd(run)).toMatchObject({ state: 'done', attempt: 2 })
  expect(await serving()).toEqual({ version: before.version + 2, rows: BIG_ROWS, count: BIG_ROWS })
})

test('an import that a stop of the server cut off is begun again at the next start', async () => {
  const run = await stopInTheMiddle()
  const stopped = server.kill('SIGTERM')
  // A server that takes its time to stop would import the whole file meanwhile.
  await withDatabaseOf(dataDir, async (db) => {
    const isOver = async () => {
      const { rows } = await db.execute(sql`SELECT state FROM imports WHERE id = ${run.id}`)
      expect(rows).toEqual([{ state: 'failed' }])
    }
    await vi.waitFor(isOver, { timeout: 60_000, interval: 50 })
  })
  await rm(join(dataDir, 'wait-at'))
  await stopped
  server = await startServerProcess(dataDir)
  const failure = 'The server was stopped'
  expect(await readImport(run)).toMatchObject({ state: 'failed', failure, attempt: 1 })
  expect(await waitForEnd(run)).toMatchObject({ state: 'done', attempt: 2 })
})

test('an import during which PostgreSQL was killed ends with all its rows', async () => {
  const run = await stopInTheMiddle()
  process.kill(await postmaster(), 'SIGKILL')
  await rm(join(dataDir, 'wait-at'))
  expect(await waitForEnd(run)).toMatchObject({ state: 'done', report: { rowsStored: BIG_ROWS } })
  expect(await serving()).toMatchObject({ rows: BIG_ROWS, count: BIG_ROWS })
  expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('a running import that is cancelled leaves the version before serving', async () => {
  const before = await serving()
  const run = await stopInTheMiddle()
  const cancelled = await client().call('POST', `/api/imports/${run.id}/cancel`)
  await rm(join(dataDir, 'wait-at'))
  expect(cancelled.status, cancelled.text).toBe(200)
  expect(await waitForEnd(run)).toMatchObject({ state: 'cancelled' })
  expect(await serving()).toEqual(before)
})

test('a second import of the same dictionary waits its turn', async () => {
  const run = await stopInTheMiddle()
  const body = { uploadId: smallUpload, dictId: firmsDictId }
  expect((await client().call('POST', '/api/imports', { body })).status).toBe(409)
  await client().call('POST', `/api/imports/${run.id}/cancel`)
  await rm(join(dataDir, 'wait-at'))
  await waitForEnd(run)
})
