import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('work runs once at a time, and what is asked meanwhile is done once more, with the newest', async () => {
  let newest = 0
  const done: string[] = []
  const run = inTurn(async () => {
    const own = newest
    done.push(`begins ${own}`)
    await delay(own === 1 ? 30 : 1)
    done.push(`ends ${own}`)
  })
  for (newest = 1; newest < 5; newest++) run()
  newest = 4
  await expect.poll(() => done).toEqual(['begins 1', 'ends 1', 'begins 4', 'ends 4'])
  newest = 5
  run()
  await expect.poll(() => done.slice(4)).toEqual(['begins 5', 'ends 5'])
})
