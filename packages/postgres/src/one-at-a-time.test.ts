import { setTimeout } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OpenDatabase, openDatabase } from './database.ts'
import { oneAtATime, unlessRunning } from './one-at-a-time.ts'

let database: TestDatabase
/** Of another process: nothing is shared with it but the server. */
let other: OpenDatabase
beforeAll(async () => {
  database = await testDatabase()
  other = openDatabase(database.url, { connections: 10, connectMilliseconds: 60_000 })
})
afterAll(async () => {
  await other.close()
  await database.close()
})

/** Work that has begun and goes on until it is told to end; at the latest when the test ends, even one that fails. */
function holdWork() {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  onTestFinished(() => over.resolve())
  const work = async () => {
    begun.resolve()
    await over.promise
  }
  return { work, begun: begun.promise, end: over.resolve }
}

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
    ...[true, false].map((fails) => oneAtATime(other.db, 'a', async () => await work(fails))),
    oneAtATime(db, 'b', async () => otherHasRun.resolve()),
  ])
  const statuses = results.map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(most).toBe(1)
})

test('however many wait in one process, the work under way has connections', async () => {
  const { db } = database
  const done: number[] = []
  const work = async (turn: number) => {
    const { rows } = await db.$client.query('SELECT 1 AS one')
    done.push(turn * rows.length)
  }
  const turns = Array.from({ length: 30 }, (_, turn) => turn)
  await Promise.all(turns.map((turn) => oneAtATime(db, 'many', async () => await work(turn))))
  expect(done).toEqual(turns)
})

test.each(['the same process', 'another process'])(
  'who waits no longer, in %s, is not begun, and gives its connection back',
  async (where) => {
    const { db } = database
    const waiting = where === 'another process' ? other.db : db
    const held = holdWork()
    const first = oneAtATime(db, 'w', held.work)
    await held.begun
    const stopping = new AbortController()
    let hasRun = false
    const second = oneAtATime(
      waiting,
      'w',
      async () => {
        hasRun = true
      },
      stopping.signal,
    )
    await setTimeout(50)
    stopping.abort()
    await expect(second).rejects.toThrow('aborted')
    held.end()
    await first
    const inUse = [db, waiting].map(({ $client: { totalCount, idleCount } }) => totalCount - idleCount)
    expect([hasRun, ...inUse]).toEqual([false, 0, 0])
  },
)

test('a lock whose process is gone is free', async () => {
  const { db } = database
  const held = holdWork()
  const first = oneAtATime(db, 'c', held.work)
  await held.begun
  await db.$client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`)
  expect(await oneAtATime(other.db, 'c', async () => 'done')).toBe('done')
  held.end()
  await first
})

test('work that is running is not begun a second time, and is again when the first has ended, also by a failure', async () => {
  const { db } = database
  const held = holdWork()
  const first = unlessRunning(db, 'd', async () => {
    await held.work()
    throw new Error('failed')
  })
  await held.begun
  let times = 0
  const again = async () => await unlessRunning(db, 'd', async () => void times++)
  expect(await again()).toBe(false)
  expect(times).toBe(0)
  expect(await unlessRunning(db, 'e', async () => undefined)).toBe(true)
  held.end()
  await expect(first).rejects.toThrow('failed')
  expect(await again()).toBe(true)
  expect(times).toBe(1)
})
