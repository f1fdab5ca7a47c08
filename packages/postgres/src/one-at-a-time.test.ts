import { setTimeout } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneAtATime, unlessRunning } from './one-at-a-time.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())

test('work of one name is done by one at a time, also after one that failed, and other work goes on beside it', async () => {
  const { db } = database
  let inside = 0
  let most = 0
  const otherHasRun = Promise.withResolvers<void>()
  const work = async (fails: boolean) => {
    most = Math.max(most, ++inside)
    // The first of them waits for work of another name, which would never run if it waited too.
    await otherHasRun.promise
    await setTimeout(20)
    inside--
    if (fails) throw new Error('failed')
  }
  const results = await Promise.allSettled([
    ...[true, false, false].map((fails) => oneAtATime(db, 'a', async () => await work(fails))),
    oneAtATime(db, 'b', async () => otherHasRun.resolve()),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(most).toBe(1)
})

test('who waits no longer is not begun, and gives its connection back', async () => {
  const { db } = database
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const first = oneAtATime(db, 'w', async () => {
    begun.resolve()
    await over.promise
  })
  await begun.promise
  const stopping = new AbortController()
  let hasRun = false
  const second = oneAtATime(
    db,
    'w',
    async () => {
      hasRun = true
    },
    stopping.signal,
  )
  await setTimeout(50)
  stopping.abort()
  await expect(second).rejects.toThrow('aborted')
  over.resolve()
  await first
  expect([hasRun, db.$client.totalCount - db.$client.idleCount]).toEqual([false, 0])
})

test('a lock whose process is gone is free', async () => {
  const { db } = database
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const first = oneAtATime(db, 'c', async () => {
    begun.resolve()
    await over.promise
  })
  await begun.promise
  await db.$client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`)
  expect(await oneAtATime(db, 'c', async () => 'done')).toBe('done')
  over.resolve()
  await first
})

test('work that is running is not begun a second time, and is again when the first has ended, also by a failure', async () => {
  const { db } = database
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const first = unlessRunning(db, 'd', async () => {
    begun.resolve()
    await over.promise
    throw new Error('failed')
  })
  await begun.promise
  let times = 0
  const again = async () => await unlessRunning(db, 'd', async () => void times++)
  expect(await again()).toBe(false)
  expect(times).toBe(0)
  expect(await unlessRunning(db, 'e', async () => undefined)).toBe(true)
  over.resolve()
  await expect(first).rejects.toThrow('failed')
  expect(await again()).toBe(true)
  expect(times).toBe(1)
})
