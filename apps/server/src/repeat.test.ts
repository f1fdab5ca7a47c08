import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

const noError = (error: unknown) => expect.unreachable(String(error))

test('begins at once, and goes on after one that failed, of which somebody is told', async () => {
  let begun = 0
  const told: string[] = []
  const work = async () => {
    begun += 1
    if (begun === 2) throw new Error('the second')
  }
  const stop = repeat(work, { everyMs: 1, onError: (error) => told.push(String(error)) })
  expect(begun).toBe(1)
  await expect.poll(() => begun).toBeGreaterThan(4)
  expect(told).toEqual(['Error: the second'])
  await stop()
  const last = begun
  await setTimeout(30)
  expect(begun).toBe(last)
})

test('one begins a pause after the end of the one before, never beside it', async () => {
  const spans: { readonly from: number; readonly to: number }[] = []
  const work = async () => {
    const from = performance.now()
    await setTimeout(20)
    spans.push({ from, to: performance.now() })
  }
  const stop = repeat(work, { everyMs: 30, onError: noError })
  await expect.poll(() => spans.length).toBeGreaterThan(3)
  await stop()
  // A timer may come a millisecond early.
  for (const [at, { to }] of spans.slice(0, -1).entries())
    expect((spans[at + 1]?.from ?? 0) - to).toBeGreaterThanOrEqual(28)
})

test('a stop ends the pause, or tells the work under way and waits for it; its failure is told to nobody', async () => {
  const inPause = repeat(async () => undefined, { everyMs: 3_600_000, onError: noError })
  await setTimeout(5)
  await inPause()
  let hasEnded = false
  const underWay = repeat(
    async (signal) => {
      const { promise: aborted, resolve } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => resolve())
      await aborted
      await setTimeout(20)
      hasEnded = true
      throw new Error('cut short')
    },
    { everyMs: 1, onError: noError },
  )
  await underWay()
  expect(hasEnded).toBe(true)
})
