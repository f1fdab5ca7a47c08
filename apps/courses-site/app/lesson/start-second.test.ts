import { expect, test } from 'vitest'
import { readMoment, startSecond } from './start-second.ts'

test.each([
  ['?t=95', 95],
  ['?t=1.5', 1.5],
  ['', undefined],
  ['?t=-3', undefined],
  ['?t=1m35s', undefined],
  ['?t=999999', undefined],
  ['?t=120', undefined],
  ['?t=119.5', 119.5],
])('%j names the moment %s of a video of two minutes', (search, moment) => {
  expect(readMoment(new URLSearchParams(search), 120)).toBe(moment)
})

test('where nobody has said how long a video is, every moment may be in it', () => {
  expect(readMoment(new URLSearchParams('?t=120'), null)).toBe(120)
})

test('a video goes on where the learner was, unless the address names a moment or it was at its end', () => {
  expect(startSecond({ moment: undefined, position: 40, duration: 100 })).toBe(40)
  expect(startSecond({ moment: 95, position: 40, duration: 100 })).toBe(95)
  expect(startSecond({ moment: undefined, position: 97, duration: 100 })).toBe(0)
  expect(startSecond({ moment: undefined, position: 97, duration: null })).toBe(97)
  expect(startSecond({ moment: undefined, position: null, duration: 100 })).toBe(0)
})
