import { systemClock } from '@freeor/kernel/clock'
import { type Jobs, openJobs } from '@freeor/postgres/jobs'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendWhenDue } from './send-when-due.ts'

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

test('a round that finds a message still held asks for the next round each time', async () => {
  const held = new Date(Date.now() - 1000)
  const again = async () => await sendWhenDue(jobs, { queue: 'held', at: held, clock: systemClock })
  let rounds = 0
  await jobs.work('held', { pollingSeconds: 0.5 }, async () => {
    rounds += 1
    if (rounds < 5) await again()
  })
  await again()
  await vi.waitFor(() => expect(rounds).toBe(5), { timeout: 60_000, interval: 50 })
})

test('however many rounds ask for a second, one job runs then, and none for what the scheduled job finds', async () => {
  await jobs.createQueue('asked')
  const clock = { now: () => new Date('2026-01-01T00:00:00.900Z') }
  const ask = async (at: string) => await sendWhenDue(jobs, { queue: 'asked', at: new Date(at), clock })
  for (const second of ['05', '09', '05']) {
    const at = `2026-01-01T00:00:${second}.000Z`
    await Promise.all([ask(at), ask(at), ask(at)])
  }
  await ask('2026-01-01T00:01:01.000Z')
  const { rows } = await database.db.execute(sql`SELECT FROM pgboss.job WHERE name = 'asked'`)
  expect(rows).toHaveLength(2)
})
