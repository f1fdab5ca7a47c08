import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countOverdueJobs, type Jobs, openJobs } from './jobs.ts'

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

test('a job sent in a transaction runs after the commit and is dropped by a rollback', async () => {
  const seen: string[] = []
  await jobs.work<{ name: string }>('greet', {}, async ({ data }) => {
    seen.push(data.name)
  })
  await expect(
    database.db.transaction(async (tx) => {
      await jobs.send(tx, 'greet', { name: 'rolled back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await database.db.transaction(async (tx) => {
    await jobs.send(tx, 'greet', { name: 'committed', note: "it's {$1} $2::text[]" })
  })
  await jobs.send(undefined, 'greet', { name: 'alone' })
  await vi.waitFor(() => expect(seen.toSorted()).toEqual(['alone', 'committed']), { timeout: 60_000 })
})

test('a failed run is retried until it succeeds', async () => {
  let runs = 0
  await jobs.work('flaky', { pollingSeconds: 0.5, queue: { retries: 3, retryDelaySeconds: 0 } }, async () => {
    runs += 1
    if (runs < 3) throw new Error('not yet')
  })
  await jobs.send(undefined, 'flaky', {})
  await vi.waitFor(() => expect(runs).toBe(3), { timeout: 60_000 })
})

test('of a statement that fails in a job its values are not kept', async () => {
  const settings = { pollingSeconds: 0.5, queue: { retries: 0 } }
  await jobs.work('tells', settings, async () => {
    await database.db.execute(sql`SELECT ${'jane@example.com'}::int`)
  })
  const id = await jobs.send(undefined, 'tells', {})
  const kept = async () =>
    (await database.db.execute(sql`SELECT state, output::text AS output FROM pgboss.job WHERE id = ${id}`))
      .rows[0]
  await vi.waitFor(async () => expect(await kept()).toMatchObject({ state: 'failed' }), { timeout: 60_000 })
  const { output } = (await kept()) as { output: string }
  expect(output).toContain('Failed query: SELECT $1::int')
  expect(output).not.toContain('jane')
})

test('a job that is active past its expiry and the grace period is counted', async () => {
  await jobs.createQueue('stuck')
  const id = await jobs.send(undefined, 'stuck', {})
  // In a transaction: the upkeep of this process puts a job without a heartbeat back within two seconds.
  await database.db.transaction(async (tx) => {
    expect(await countOverdueJobs(tx)).toBe(0)
    await tx.execute(sql`
      UPDATE pgboss.job SET state = 'active', started_on = now() - interval '20 minutes', expire_seconds = 600
      WHERE id = ${id}`)
    expect(await countOverdueJobs(tx)).toBe(1)
    expect(await countOverdueJobs(tx, 1200)).toBe(0)
  })
})

test('a queue that holds one waiting job per key does not add a second one', async () => {
  await jobs.createQueue('rebuild', { policy: 'short' })
  expect(await jobs.send(undefined, 'rebuild', {}, { singletonKey: 'a' })).toEqual(expect.any(String))
  expect(await jobs.send(undefined, 'rebuild', {}, { singletonKey: 'a' })).toBeUndefined()
  expect(await jobs.send(undefined, 'rebuild', {}, { singletonKey: 'b' })).toEqual(expect.any(String))
})

test('a schedule that is set twice has the second value', async () => {
  await jobs.schedule('tidy', '0 3 * * *')
  await jobs.schedule('tidy', '5 3 * * *')
  const { rows } = await database.db.execute(sql`SELECT cron FROM pgboss.schedule WHERE name = 'tidy'`)
  expect(rows).toEqual([{ cron: '5 3 * * *' }])
})
