import { expect, test } from 'vitest'
import { PlayedParts } from './played-parts.ts'

const playing = { rate: 1, isPlaying: true }

test('what is played on and on is one part', () => {
  const parts = new PlayedParts()
  for (const second of [3, 3.25, 3.5, 4.4]) parts.at(second, playing)
  expect(parts.take()).toEqual([{ from: 3, to: 4.4, rate: 1 }])
  parts.at(5, playing)
  expect(parts.take()).toEqual([{ from: 4.4, to: 5, rate: 1 }])
  expect(parts.take()).toEqual([])
})

test('a jump is not played, with or without a word from the player', () => {
  const parts = new PlayedParts()
  parts.at(0, playing)
  parts.at(1, playing)
  parts.at(100, playing)
  parts.at(101, playing)
  parts.jump()
  parts.at(102, playing)
  parts.at(103, playing)
  expect(parts.take()).toEqual([
    { from: 0, to: 1, rate: 1 },
    { from: 100, to: 101, rate: 1 },
    { from: 102, to: 103, rate: 1 },
  ])
})

test('another rate begins another part, and a pause ends one', () => {
  const parts = new PlayedParts()
  parts.at(0, playing)
  parts.at(1, playing)
  parts.at(1, { rate: 2, isPlaying: true })
  parts.at(3, { rate: 2, isPlaying: false })
  parts.at(3, { rate: 2, isPlaying: false })
  expect(parts.take()).toEqual([
    { from: 0, to: 1, rate: 1 },
    { from: 1, to: 3, rate: 2 },
  ])
})

test('what could not be sent is sent with the next', () => {
  const parts = new PlayedParts()
  parts.at(0, playing)
  parts.at(1, playing)
  parts.putBack(parts.take())
  parts.at(2, playing)
  expect(parts.take()).toEqual([
    { from: 0, to: 1, rate: 1 },
    { from: 1, to: 2, rate: 1 },
  ])
})
