import type { ApiClient } from '@freeor/api-client/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchLeads } from './search.ts'

/** The server allows an account two at the same time, and is told of an aborted search a moment late. */
const heardWithinMs = 100

beforeEach(() => {
  vi.stubGlobal('document', {})
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers after a second, and counts what runs as the server sees it. */
function slowServer() {
  const seen = { running: 0, most: 0, answered: 0 }
  const api = {
    POST: (_path: string, { signal }: { signal?: AbortSignal }) =>
      new Promise((resolve, reject) => {
        seen.running++
        seen.most = Math.max(seen.most, seen.running)
        const answer = setTimeout(() => {
          seen.running--
          seen.answered++
          resolve({ data: { count: 1 }, response: new Response() })
        }, 1000)
        signal?.addEventListener('abort', () => {
          clearTimeout(answer)
          setTimeout(() => seen.running--, heardWithinMs)
          reject(signal.reason)
        })
      }),
  }
  return { api: api as unknown as ApiClient, seen }
}

const ask = (api: ApiClient, signal?: AbortSignal) =>
  searchLeads(api, { dictId: 'd', request: {} as never, ...(signal && { signal }) }).catch((error) => error)

test('a user who types fast never has more than two searches on the server, and the last one is answered', async () => {
  const { api, seen } = slowServer()
  for (let key = 0; key < 20; key++) {
    const typing = new AbortController()
    void ask(api, typing.signal)
    void ask(api, typing.signal)
    await vi.advanceTimersByTimeAsync(60)
    typing.abort(new DOMException('typed on', 'AbortError'))
  }
  const last = ask(api)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await last).toEqual({ count: 1 })
  expect(seen).toMatchObject({ most: 2, running: 0, answered: 1 })
})

test('when a search has ended, the next one begins at once', async () => {
  const { api, seen } = slowServer()
  const all = Array.from({ length: 6 }, () => ask(api))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.answered).toBe(6)
  await Promise.all(all)
  expect(seen.most).toBe(2)
})
