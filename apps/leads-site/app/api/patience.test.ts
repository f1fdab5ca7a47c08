import { ApiProblem } from '@freeor/api-client/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patiently } from './patience.ts'

const busy = (retryAfter: number) => new ApiProblem(503, { code: 'unavailable', retryAfter })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Work that throws the given errors, one after the other, and then answers; it counts its runs. */
function workThrowing(...errors: Error[]) {
  const work = async () => {
    work.times++
    const error = errors.shift()
    if (error) throw error
    return 'answer'
  }
  work.times = 0
  return work
}

test('a request to a busy server is retried after the wait it named', async () => {
  const work = workThrowing(busy(2))
  const done = patiently(work, undefined)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(work.times).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(done).resolves.toBe('answer')
})

test('after three tries the refusal is shown', async () => {
  const work = workThrowing(busy(1), busy(1), busy(1), busy(1))
  const done = expect(patiently(work, undefined)).rejects.toThrow(ApiProblem)
  await vi.advanceTimersByTimeAsync(10_000)
  await done
  expect(work.times).toBe(3)
})

test('a long wait, and a refusal that waiting does not fix, are shown at once', async () => {
  for (const error of [busy(60), new ApiProblem(400, { code: 'invalid_query' }), new TypeError('offline')]) {
    const work = workThrowing(error)
    await expect(patiently(work, undefined)).rejects.toBe(error)
    expect(work.times).toBe(1)
  }
})

test('a request aborted while waiting is not retried', async () => {
  const controller = new AbortController()
  const work = workThrowing(busy(1))
  const done = expect(patiently(work, controller.signal)).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(10)
  controller.abort(new Error('aborted'))
  await done
  expect(work.times).toBe(1)
})
