import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { type Jobs, openJobs } from './jobs.ts'

let dataDir: string
let server: EmbeddedPostgres
let database: OpenDatabase
let jobs: Jobs

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freeor-outage-'))
  server = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  database = openDatabase(server.url, { connections: 5 })
  jobs = openJobs({ url: server.url, log: () => undefined })
  await jobs.start()
  await database.db.execute(sql`CREATE TABLE acknowledged (n int PRIMARY KEY)`)
})
afterAll(async () => {
  await jobs.stop(1000)
  await database.close()
  await server.stop()
  await rm(dataDir, { recursive: true })
})

/**
 * Backends of a killed server go on answering for a moment, so an answer does not prove that the next server runs: its
 * pid does.
 */
async function runningServer(): Promise<number> {
  return await vi.waitFor(
    async () => {
      const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 0)
      return pid
    },
    { timeout: 60_000 },
  )
}

const kill = async () => process.kill(await runningServer(), 'SIGKILL')

test('no acknowledged write is lost when the server is killed again and again under load', async () => {
  const acknowledged = new Set<number>()
  let next = 0
  let isOver = false
  const writers = Array.from({ length: 5 }, async () => {
    while (!isOver) {
      const n = next++
      try {
        await database.db.transaction(async (tx) => {
          await tx.execute(sql`INSERT INTO acknowledged VALUES (${n})`)
        })
        acknowledged.add(n)
      } catch {
        // Unacknowledged: the write may be there or not. A caller that retries at once would only delay the restart.
        await delay(20)
      }
    }
  })
  try {
    for (let round = 0; round <= 5; round++) {
      const before = acknowledged.size
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 20), { timeout: 60_000 })
      if (round < 5) await kill()
    }
    await runningServer()
  } finally {
    isOver = true
    await Promise.all(writers)
  }
  const { rows } = await vi.waitFor(
    () => database.db.execute<{ n: number }>(sql`SELECT n FROM acknowledged`),
    {
      timeout: 60_000,
    },
  )
  const kept = new Set(rows.map(({ n }) => n))
  expect([...acknowledged].filter((n) => !kept.has(n))).toEqual([])
})

test('jobs go on after the server was killed', async () => {
  const seen: number[] = []
  await vi.waitFor(() => database.db.execute(sql`SELECT 1`), { timeout: 60_000 })
  await jobs.work<{ n: number }>('count', { pollingSeconds: 0.5 }, async ({ data }) => {
    seen.push(data.n)
  })
  await jobs.send(undefined, 'count', { n: 1 })
  await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 60_000 })
  await kill()
  await vi.waitFor(() => jobs.send(undefined, 'count', { n: 2 }), { timeout: 60_000 })
  await vi.waitFor(() => expect(seen).toContain(2), { timeout: 60_000 })
})
