import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { openTcpProxy } from '@freeor/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from './database.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { countLostJobs } from './lost-jobs.ts'

let database: TestDatabase
let jobs: Jobs

beforeAll(async () => {
  database = await testDatabase()
  jobs = openJobs({ url: database.url, log: () => undefined })
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

/** Makes a job look as a killed worker leaves it, some seconds ago. */
async function loseJob(
  id: string | undefined,
  { seconds = 7, tries = 0 } = {},
  tx: Tx = database.db,
): Promise<void> {
  const ago = sql`now() - ${seconds}::int * interval '1 second'`
  await tx.execute(sql`
    UPDATE pgboss.job SET state = 'active', started_on = ${ago}, heartbeat_on = ${ago}, retry_count = ${tries}
    WHERE id = ${id}`)
}

async function stateOf(id: string | undefined): Promise<string | undefined> {
  const { rows } = await database.db.execute<{ state: string }>(
    sql`SELECT state FROM pgboss.job WHERE id = ${id}`,
  )
  return rows[0]?.state
}

test('the only process of a database puts every active job back at its start', async () => {
  await jobs.createQueue('left-behind')
  const id = await jobs.send(undefined, 'left-behind', {})
  await loseJob(id, { seconds: 0 })
  await jobs.releaseAll()
  expect(await stateOf(id)).toBe('retry')
})

test('a job whose worker is gone runs again, even in a queue without retries', async () => {
  const seen: string[] = []
  await jobs.createQueue('orphans', { retries: 0 })
  const id = await jobs.send(undefined, 'orphans', { name: 'of a killed worker' })
  // In a transaction: the upkeep, which puts the job back, must not see it before it is counted.
  await database.db.transaction(async (tx) => {
    await loseJob(id, {}, tx)
    expect(await countLostJobs(tx, 0)).toBe(1)
  })
  await jobs.work<{ name: string }>('orphans', { queue: { retries: 0 } }, async ({ data }) => {
    seen.push(data.name)
  })
  await vi.waitFor(() => expect(seen).toEqual(['of a killed worker']), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), { timeout: 60_000 })
  expect(await countLostJobs(database.db, 0)).toBe(0)
})

test.concurrent('a job that loses its worker again and again is finally given up', async () => {
  await jobs.createQueue('deadly', { retries: 1 })
  const id = await jobs.send(undefined, 'deadly', {})
  await loseJob(id, { tries: 5 })
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('retry'), { timeout: 60_000 })
  await loseJob(id, { tries: 6 })
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('failed'), { timeout: 60_000 })
})

test('a running job is never taken over, however long it takes', async () => {
  const over = Promise.withResolvers<void>()
  let runs = 0
  await jobs.work('long', { queue: { retries: 0 } }, async () => {
    runs += 1
    await over.promise
  })
  const id = await jobs.send(undefined, 'long', {})
  await vi.waitFor(() => expect(runs).toBe(1), { timeout: 60_000 })
  await loseJob(id, { seconds: 60 })
  await vi.waitFor(async () => expect(await countLostJobs(database.db, 3)).toBe(0), { timeout: 60_000 })
  expect(await stateOf(id)).toBe('active')
  over.resolve()
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), { timeout: 60_000 })
  expect(runs).toBe(1)
})

test.concurrent('a job whose end could not be recorded in an outage runs again soon', async () => {
  const proxy = await openTcpProxy(database.url)
  const errors: unknown[] = []
  const through = openJobs({ url: proxy.url, log: (_message, fields) => errors.push(fields?.error) })
  await through.start()
  const runs: number[] = []
  try {
    await through.work('cut-off', { pollingSeconds: 1, queue: { retries: 0 } }, async () => {
      runs.push(performance.now())
      if (runs.length === 1) proxy.cut()
    })
    // Not over the proxy: the worker may cut it before the sender has its answer.
    await jobs.send(undefined, 'cut-off', {})
    const isUntold = (error: unknown) => String(error).includes('Queue: cut-off')
    await vi.waitFor(() => expect(errors.some(isUntold)).toBe(true), { timeout: 60_000 })
    proxy.resume()
    await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 60_000 })
  } finally {
    await through.stop()
    await proxy.close()
  }
})

test.concurrent('a job of a process that hangs is taken over by another soon', async () => {
  const hung = await startWorker('of-the-hung')
  try {
    const working = said(hung, 'working')
    // Its silence begins later: with the last heartbeat before it is stopped.
    const sent = performance.now()
    const id = await jobs.send(undefined, 'of-the-hung', {})
    await working
    hung.kill('SIGSTOP')
    let takenAfter = 0
    await jobs.work('of-the-hung', {}, async () => {
      takenAfter = performance.now() - sent
    })
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'), { timeout: 60_000 })
    expect(takenAfter).toBeGreaterThan(5_900)
  } finally {
    hung.kill('SIGKILL')
  }
})

/** A process of its own that works the queue and never ends a job. */
async function startWorker(queue: string): Promise<ChildProcess> {
  const source = `
    import { openJobs } from ${JSON.stringify(fileURLToPath(new URL('./jobs.ts', import.meta.url)))}
    const jobs = openJobs({ url: process.argv[1], log: () => undefined, upkeep: false })
    await jobs.start()
    await jobs.work(process.argv[2], {}, async () => { console.log('working'); await new Promise(() => undefined) })
    console.log('ready')`
  const args = ['--input-type=module', '--eval', source, database.url, queue]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await said(child, 'ready')
  return child
}

async function said(child: ChildProcess, word: string): Promise<void> {
  for (;;) {
    const [chunk] = (await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer]
    if (chunk.toString().includes(word)) return
  }
}
