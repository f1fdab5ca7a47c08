import { rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@freeor/leads/downloads/schema'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runHere } from '../testing/command-here.ts'
import { firmsDictId, importFirmsAt } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  examine,
  findChild,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** An engine dies or hangs while files are being written: nobody may wait for a job that nobody works on. */

/** More than fits between the engine and the file, so that the engine is in the middle of it. */
const ROWS = 25_000
/** One more than are written at the same time. */
const FILES = 3

let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string
let orders = 0

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir)
  await importFirmsAt({ url: server.url, dataDir }, ROWS)
  token = await signInSample({ url: server.url, dataDir }, 'owner')
  const email = (await client().call('GET', '/api/me')).body.user?.email ?? ''
  await runHere(dataDir, 'plan', ['set', email, 'freeor_biz', '--reason', 'a test'])
  await runHere(dataDir, 'grant', [email, '1000000', '--reason', 'a test'])
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

const client = () => clientOf(server.url, token)

/** Orders files whose writing stops in the middle, and waits until it has. */
async function stopInTheMiddle(): Promise<string[]> {
  await writeFile(join(dataDir, 'wait-at'), 'mid-file')
  const ids: string[] = []
  for (let file = 0; file < FILES; file++) {
    const headers = { 'idempotency-key': `order-${++orders}` }
    const body = { dictId: firmsDictId }
    const { body: made, text } = await client().call('POST', '/api/downloads', { headers, body })
    expect(made.id, text).toBeDefined()
    ids.push(made.id)
  }
  await vi.waitFor(
    async () => expect((await read(ids)).filter(({ state }) => state === 'writing').length).toBe(2),
    { timeout: 60_000, interval: 50 },
  )
  return ids
}

const goOn = async () => await rm(join(dataDir, 'wait-at'))

async function read(ids: readonly string[]): Promise<Download[]> {
  const { body } = await client().call('GET', '/api/downloads')
  return body.downloads?.filter(({ id }) => ids.includes(id)) ?? []
}

/**
 * Waits until all files are there: a job that nobody works on would take minutes. `bench -- recovery` measures how long.
 * @returns whether people were told on the way that it is tried again
 */
async function untilReady(ids: readonly string[]): Promise<boolean> {
  let isToldOfRetry = false
  await vi.waitFor(
    async () => {
      const files = await read(ids)
      isToldOfRetry ||= files.some(({ retrying }) => retrying)
      expect(files.map(({ state, failure }) => failure ?? state)).toEqual(ids.map(() => 'ready'))
    },
    { timeout: 60_000, interval: 50 },
  )
  return isToldOfRetry
}

const expectHealthy = async () =>
  expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

const rounds = Array.from({ length: inject('faultRounds') }, (_, round) => round)

test.each(rounds)(
  'files that were being written when PostgreSQL was killed are there soon, and are told as tried again (round %i)',
  async () => {
    const ids = await stopInTheMiddle()
    process.kill(await postmaster(), 'SIGKILL')
    // In the same turn: the files must still be written while PostgreSQL is away.
    rmSync(join(dataDir, 'wait-at'))
    expect(await untilReady(ids)).toBe(true)
    await expectHealthy()
  },
)

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'files that were being written when the search engine was gone by %s are there soon',
  async (signal) => {
    const ids = await stopInTheMiddle()
    process.kill(await findChild(server.pid, /embedded-server/), signal)
    await goOn()
    expect(await untilReady(ids)).toBe(true)
    await expectHealthy()
  },
)

test('files that were being written when the server was killed are there soon after its start', async () => {
  const ids = await stopInTheMiddle()
  await server.kill('SIGKILL')
  await goOn()
  server = await startServerProcess(dataDir)
  await untilReady(ids)
  await expectHealthy()
})
