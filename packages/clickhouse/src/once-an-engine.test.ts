import { expect, test } from 'vitest'
import type { Olap } from './olap.ts'
import { onceAnEngine } from './once-an-engine.ts'

/** Only its identity counts here. */
const engine = (): Olap => Object.create(null)

test('each engine is prepared once, whoever asks at the same time or later', async () => {
  const prepared: Olap[] = []
  const prepare = onceAnEngine(async (olap) => void prepared.push(olap))
  const [one, other] = [engine(), engine()]
  await Promise.all([prepare(one), prepare(one), prepare(other)])
  await prepare(one)
  expect(prepared).toEqual([one, other])
})

test('what failed fails for all who wait, and is done again by the next', async () => {
  let times = 0
  const prepare = onceAnEngine(async () => {
    times += 1
    if (times === 1) throw new Error('The engine is gone')
  })
  const olap = engine()
  const asked = await Promise.allSettled([prepare(olap), prepare(olap)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await prepare(olap)
  await prepare(olap)
  expect(times).toBe(2)
})
