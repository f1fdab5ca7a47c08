import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted.ts'

test('work that ends first gives its result or its failure, and the signal is let go', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7)
  await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
  expect(await untilAborted(Promise.resolve(8), undefined)).toBe(8)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a signal that aborts ends the wait at once, also one that has aborted before; what fails later troubles nobody', async () => {
  const control = new AbortController()
  const work = Promise.withResolvers<void>()
  const waits = untilAborted(work.promise, control.signal)
  control.abort(new Error('stop'))
  await expect(waits).rejects.toThrow('stop')
  await expect(untilAborted(work.promise, control.signal)).rejects.toThrow('stop')
  work.reject(new Error('too late'))
})
