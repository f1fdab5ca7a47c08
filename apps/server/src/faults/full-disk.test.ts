import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firmsDictId, importFirmsAt } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import { examine, type ServerProcess, startServerProcess } from '../testing/server-process.ts'

/** The whole server on a small disk of its own that becomes full; skipped where this process may not mount one. */

const disk = await mkdtemp(join(tmpdir(), 'freeor-full-'))
const dataDir = join(disk, 'data')
const ballast = join(disk, 'ballast')
const refusal = mountDisk()
let server: ServerProcess
let token: string

function mountDisk(): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', disk], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `no disk can be mounted: ${error instanceof Error ? error.message : String(error)}`
  }
}

beforeAll(async () => {
  if (refusal !== undefined) return
  server = await startServerProcess(dataDir)
  await importFirmsAt({ url: server.url, dataDir }, 100)
  token = await signInSample({ url: server.url, dataDir }, 'owner')
})

afterAll(async () => {
  if (refusal === undefined) {
    await server.kill('SIGTERM')
    execFileSync('umount', ['-l', disk])
  }
  await rm(disk, { recursive: true, force: true })
})

const client = () => clientOf(server.url, token)
const health = async () => (await client().call('GET', '/api/health')).body

/** Takes every byte that is free, as another program would, until none is left. */
function fillDisk(): void {
  for (const bytes of [1 << 20, 4096, 1]) {
    const block = Buffer.alloc(bytes)
    try {
      for (;;) appendFileSync(ballast, block)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

const order = async (key: string) =>
  await client().call('POST', '/api/downloads', {
    headers: { 'idempotency-key': key },
    body: { dictId: firmsDictId, limit: 2 },
  })

const reads = [
  '/api/health',
  '/api/me',
  '/api/dictionaries',
  `/api/dictionaries/${firmsDictId}`,
  '/api/downloads',
  '/api/ledger',
  '/api/saved-searches',
  '/api/plans',
  '/openapi.json',
]
const search = () => client().call('POST', `/api/search/${firmsDictId}`, { body: { limit: 5 } })

test('a server whose disk is full reads, says why it does not write, and goes on by itself once there is room', async ({
  skip,
}) => {
  if (refusal !== undefined) skip(refusal)
  expect((await order('before')).status).toBe(202)
  fillDisk()
  await vi.waitFor(async () => expect((await health()).disk).toBe('full'), { timeout: 60_000, interval: 100 })
  // What the reserve gave back is what the databases have now.
  for (let round = 0; round < 3; round++) {
    for (const path of reads) expect([path, (await client().call('GET', path)).status]).toEqual([path, 200])
    expect((await search()).body).toMatchObject({ count: 100 })
    const refused = await order(`full-${round}`)
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({ code: 'unavailable', reason: 'disk_full' })
    expect(refused.body.detail).toMatch(/no room left on the disk .* Nothing was changed/)
    expect((await signInSample({ url: server.url, dataDir }, 'member')).length).toBeGreaterThan(0)
  }
  const { pid } = server
  await rm(ballast)
  const made = await vi.waitFor(
    async () => {
      const answer = await order('after')
      expect([answer.status, answer.text]).toEqual([202, expect.any(String)])
      return answer.body
    },
    // The engine looks once a minute how much room there is.
    { timeout: 90_000, interval: 500 },
  )
  await vi.waitFor(
    async () => {
      const { body } = await client().call('GET', `/api/downloads/${made.id}`)
      expect(body.state).toBe('ready')
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(server.pid).toBe(pid)
  expect(await health()).toMatchObject({ status: 'ok', disk: 'ok', postgres: 'ok', clickhouse: 'ok' })
  expect((await client().call('GET', '/api/downloads')).body.downloads).toHaveLength(2)
  expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
  const log = (await readFile(join(dataDir, 'logs', 'server.log'), 'utf8')).trimEnd().split('\n')
  for (const line of log) expect(() => JSON.parse(line), line).not.toThrow()
})
