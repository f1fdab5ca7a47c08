import { expect, test } from 'vitest'
import { openCreditsFixture } from '../testing.ts'
import { measureHeld } from './queries.ts'

const { current, start, newSubject, release, reserve, settle } = openCreditsFixture()

const measure = async (now: Date) => await measureHeld(current().database.db, now)

test('held reservations are counted, with the age of the oldest, until they are settled or released', async () => {
  expect(await measure(start)).toEqual({ amount: 0, oldestSeconds: 0 })
  const [first, second] = [newSubject(), newSubject()]
  await reserve(first, 2)
  await reserve(second, 3)
  const later = new Date(start.getTime() + 90_000)
  expect(await measure(later)).toEqual({ amount: 2, oldestSeconds: 90 })
  await settle(first, 2)
  await release(second)
  expect(await measure(later)).toEqual({ amount: 0, oldestSeconds: 0 })
})
