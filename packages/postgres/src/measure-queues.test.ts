import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureQueues } from './job-queues.ts'
import { type Jobs, openJobs } from './jobs.ts'

let database: TestDatabase
let jobs: Jobs
const runs: { queue: string; id: string; failed: boolean }[] = []

beforeAll(async () => {
  database = await testDatabase()
  jobs = openJobs({
    url: database.url,
    log: () => undefined,
    async around(job, run) {
      let failed = true
      try {
        await run()
        failed = false
      } finally {
        runs.push({ ...job, failed })
      }
    },
  })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('a database without queues has none to measure', async () => {
  expect(await measureQueues(database.db)).toEqual([])
})

test('a queue’s depth is what could run now; its age is how long the first of it could', async () => {
  await jobs.start()
  await jobs.createQueue('empty')
  await jobs.createQueue('full')
  for (let turn = 0; turn < 3; turn++) await jobs.send(undefined, 'full', {})
  await jobs.send(undefined, 'full', {}, { startAfter: 3600 })
  await database.db.execute(
    sql`UPDATE pgboss.job SET start_after = start_after - interval '90 seconds', created_on = created_on - interval '1 day'
      WHERE id = (SELECT id FROM pgboss.job WHERE name = 'full' AND start_after <= now() LIMIT 1)`,
  )
  const measured = await measureQueues(database.db)
  expect(measured.map(({ name, due }) => [name, due])).toEqual([
    ['empty', 0],
    ['full', 3],
  ])
  expect(measured[0]?.oldestSeconds).toBe(0)
  expect(measured[1]?.oldestSeconds).toBeGreaterThanOrEqual(90)
  expect(measured[1]?.oldestSeconds).toBeLessThan(150)
})

test('each run of a job passes through what measures it, and one that fails is known to have failed', async () => {
  const ids = new Map<string, string | undefined>()
  await jobs.createQueue('measured', { retries: 0 })
  for (const name of ['good', 'bad']) ids.set(name, await jobs.send(undefined, 'measured', { name }))
  await jobs.work<{ name: string }>(
    'measured',
    { pollingSeconds: 0.5, queue: { retries: 0 } },
    async ({ data }) => {
      if (data.name === 'bad') throw new Error('It cannot be done')
    },
  )
  await expect.poll(() => runs.length, { timeout: 60_000 }).toBe(2)
  expect(runs).toContainEqual({ queue: 'measured', id: ids.get('good'), failed: false })
  expect(runs).toContainEqual({ queue: 'measured', id: ids.get('bad'), failed: true })
})
