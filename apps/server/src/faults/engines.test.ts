import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firmsDictId, importFirmsAt } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  examine,
  findChild,
  isAlive,
  runFreeor,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** Engines that are killed or hang under a running server, and servers that are killed, doubled or stopped. */

let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir)
  await importFirmsAt({ url: server.url, dataDir }, 100)
  token = await signInSample({ url: server.url, dataDir }, 'owner')
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

const client = () => clientOf(server.url, token)
const search = () => client().call('POST', `/api/search/${firmsDictId}`, { body: { limit: 1 } })
const readMe = () => client().call('GET', '/api/me')
/** As a monitor asks: without a session, which only PostgreSQL knows. */
const health = () => clientOf(server.url).call('GET', '/api/health')

type Watching = {
  call: () => Promise<{ status: number }>
  beside: () => Promise<{ status: number }>
  /** True once the loss has been noticed. */
  isNoticed: (state: { clickhouse: string; status: string }) => Promise<boolean>
}

/** Long: how fast a loss is noticed depends on the machine. */
const patience = { timeout: 60_000, interval: 20 }

/** Calls again and again until the loss was noticed and everything is as before; gives the statuses on the way. */
async function watch({ call, beside, isNoticed }: Watching) {
  const seen = { statuses: new Set<number>(), others: new Set<number>() }
  let noticed = false
  let isOver = false
  const look = async (): Promise<string> => {
    const { status, body } = await health()
    expect(status === 503).toBe(body.status === 'degraded')
    noticed ||= await isNoticed(body)
    return body.status
  }
  // Beside the calls, which may take longer than the loss lasts.
  const looking = (async () => {
    while (!noticed && !isOver) {
      await look()
      await setTimeout(patience.interval)
    }
  })()
  looking.catch(() => undefined)
  try {
    await vi.waitFor(async () => {
      const state = await look()
      seen.others.add((await beside()).status)
      const { status } = await call()
      seen.statuses.add(status)
      expect({ status, health: state, noticed }).toEqual({ status: 200, health: 'ok', noticed: true })
    }, patience)
  } finally {
    isOver = true
  }
  await looking
  return seen
}

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'with the search engine gone by %s only searches are refused, health says so, and it comes back by itself',
  async (signal) => {
    process.kill(await findChild(server.pid, /embedded-server/), signal)
    const seen = await watch({
      call: search,
      beside: readMe,
      isNoticed: async ({ clickhouse, status }) => clickhouse === 'down' && status === 'degraded',
    })
    expect([...seen.statuses].every((status) => [200, 503].includes(status))).toBe(true)
    expect([...seen.others]).toEqual([200])
    expect((await search()).body.count).toBe(100)
  },
)

const paths = [
  '/api/me',
  '/api/downloads',
  '/api/ledger',
  '/api/dictionaries',
  `/api/dictionaries/${firmsDictId}`,
  '/api/saved-searches',
]

/** Twelve people who go on calling until `work` is done; what they were answered. */
async function underLoad(work: () => Promise<void>): Promise<Map<number, string>> {
  const answers = new Map<number, string>()
  let isOver = false
  const person = async (number: number) => {
    for (let turn = number; !isOver; turn++) {
      const path = paths[turn % paths.length] ?? '/api/me'
      const { status, text } = await client().call('GET', path)
      answers.set(status, `${path}: ${text}`)
    }
  }
  const people = Array.from({ length: 12 }, (_, number) => person(number))
  try {
    await work()
  } finally {
    isOver = true
  }
  await Promise.all(people)
  return answers
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test.each(['SIGKILL', 'SIGINT'] as const)(
  'with PostgreSQL ended by %s calls are 503 at most, never a 500, and it comes back by itself',
  async (signal) => {
    const gone = await postmaster()
    const isNoticed = async () => (await postmaster().catch(() => gone)) !== gone
    const answers = await underLoad(async () => {
      process.kill(gone, signal)
      await watch({ call: readMe, beside: search, isNoticed })
    })
    answers.delete(200)
    answers.delete(503)
    answers.delete(429)
    expect([...answers]).toEqual([])
    expect((await readMe()).body.user).not.toBeNull()
    expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
  },
)

test('a second start on the same folder is refused before anything is started, and names the process that has it', async () => {
  const before = await postmaster()
  const { code, stdout, stderr } = await runFreeor(dataDir, 'serve')
  expect(code).toBe(1)
  expect(stderr).toContain(String(server.pid))
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(stdout + stderr).not.toContain('Starting')
  expect(await postmaster()).toBe(before)
  await expect.poll(async () => (await health()).status).toBe(200)
})

test('a server killed twice in a row, the second time while it starts, starts with everything it had', async () => {
  await server.kill('SIGKILL')
  const half = startServerProcess(dataDir)
  half.catch(() => undefined)
  const lock = async () => JSON.parse(await readFile(join(dataDir, 'freeor.lock'), 'utf8')) as { pid: number }
  const dead = server.pid
  const pid = await vi.waitFor(
    async () => {
      const owner = await lock()
      expect(owner.pid).not.toBe(dead)
      return owner.pid
    },
    { timeout: 60_000, interval: 10 },
  )
  process.kill(pid, 'SIGKILL')
  await expect(half).rejects.toThrow(/did not start/)
  server = await startServerProcess(dataDir)
  expect((await readMe()).body.user).not.toBeNull()
  expect((await search()).body.count).toBe(100)
  expect((await examine(dataDir)).ok).toBe(true)
})

test('a stopped server ends its engines and leaves the folder free', async () => {
  const engines = [await findChild(server.pid, /embedded-server/), await postmaster()]
  await server.kill('SIGTERM')
  await vi.waitFor(() => expect(engines.filter(isAlive)).toEqual([]), { timeout: 60_000 })
  const { code, stdout } = await runFreeor(dataDir, 'doctor', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  expect(code).toBe(0)
  server = await startServerProcess(dataDir)
  expect((await search()).body.count).toBe(100)
})
