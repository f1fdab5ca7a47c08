import { expect, test } from 'vitest'
import { readMoment, startSecond } from './start-second.ts'

test.each([
  ['?t=95', 95],
  ['?t=1.5', 1.5],
  ['', undefined],
  ['?t=-3', undefined],
  ['?t=1m35s', undefined],
  ['?t=999999', undefined],
])('%j names the moment %s', (search, moment) => {
  expect(readMoment(new URLSearchParams(search))).toBe(moment)
})

test('a video goes on where the learner was, unless the address names a moment or it was at its end', () => {
  expect(startSecond({ moment: undefined, position: 40, duration: 100 })).toBe(40)
  expect(startSecond({ moment: 95, position: 40, duration: 100 })).toBe(95)
  expect(startSecond({ moment: undefined, position: 97, duration: 100 })).toBe(0)
  expect(startSecond({ moment: undefined, position: 97, duration: null })).toBe(97)
  expect(startSecond({ moment: undefined, position: null, duration: 100 })).toBe(0)
})
