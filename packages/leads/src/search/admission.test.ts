import { fakeClock } from '@freeor/testing/clock'
import { expect, test } from 'vitest'
import { openSearchAdmission, openStatementLine } from './admission.ts'

test('an account has two searches under way and is told when to come back', () => {
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const admission = openSearchAdmission(clock)
  const leave = admission.enter('a')
  admission.enter('a')
  clock.advance(1_000)
  expect(() => admission.enter('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { retryAfter: 3 } }),
  )
  admission.enter('b')
  leave()
  leave()
  admission.enter('a')
  expect(() => admission.enter('a')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
})

test('the house has sixteen searches under way, whosever they are', () => {
  const admission = openSearchAdmission(fakeClock('2026-01-01T00:00:00Z'))
  for (let i = 0; i < 16; i++) admission.enter(`account ${i}`)
  expect(() => admission.enter('one more')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
})

test('statements wait in line for a place, and a failed one gives its place back', async () => {
  const inLine = openStatementLine(2)
  let running = 0
  let most = 0
  const work = async (i: number) =>
    await inLine(async () => {
      running++
      most = Math.max(most, running)
      await Promise.resolve()
      running--
      if (i % 3 === 0) throw new Error('refused')
      return i
    })
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => work(i)))
  expect(most).toBe(2)
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(7)
})
