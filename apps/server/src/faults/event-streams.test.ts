import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInSample } from '../testing/server-client.ts'
import { examine, serve, startedDataFolder } from '../testing/server-process.ts'

/** `freeor serve` is asked to stop while browsers have their streams of events open. */

let dataDir: string
let remove: () => Promise<void>

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
})
afterAll(async () => await remove())

/** A browser that reads its stream to the end. Gives how it ended. */
async function look(url: string, token: string) {
  const response = await fetch(new URL('/api/events', url), { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  // It is open once its first words are there.
  await reader?.read()
  const over = (async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return 'ended'
    }
  })()
  return { over: over.catch(() => 'broken') }
}

test('a server with open streams ends each of them, then itself, at once and with nothing wrong', async () => {
  const variables = ['SITES=courses']
  const server = await (await serve(dataDir, { sampleData: false, variables })).ready
  const where = { url: server.url, dataDir }
  const token = await signInSample(where, 'owner')
  const streams = await Promise.all(Array.from({ length: 8 }, () => look(server.url, token)))
  const started = performance.now()
  const stopped = server.kill('SIGTERM')
  expect(await Promise.all(streams.map(({ over }) => over))).toEqual(streams.map(() => 'ended'))
  // A stop that waited for the streams would give them the whole 10 seconds that requests are given.
  expect(performance.now() - started).toBeLessThan(9_000)
  await stopped
  const [code] = (await server.ended) as [number | null]
  expect(code).toBe(0)
  expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
})
