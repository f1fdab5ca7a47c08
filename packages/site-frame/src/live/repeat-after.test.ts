import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeatAfter } from './repeat-after.ts'

test('work that takes longer than the pause ends before it begins again', async () => {
  const done: string[] = []
  const stop = repeatAfter(1, async () => {
    done.push('begins')
    await delay(20)
    done.push('ends')
  })
  await expect.poll(() => done.slice(0, 4)).toEqual(['begins', 'ends', 'begins', 'ends'])
  stop()
})

test('once stopped nothing begins, also where it is stopped during the work', async () => {
  let begun = 0
  const stop = repeatAfter(1, async () => {
    begun += 1
    stop()
    await delay(1)
  })
  const stopAtOnce = repeatAfter(1, async () => {
    begun += 100
  })
  stopAtOnce()
  await expect.poll(() => begun).toBe(1)
  await delay(30)
  expect(begun).toBe(1)
})
