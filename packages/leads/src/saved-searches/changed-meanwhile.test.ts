import { expect, test } from 'vitest'
import { isChangedMeanwhile } from './changed-meanwhile.ts'

const now = { searchName: 'Texas', notes: 'Call in June', tags: ['a'] }

test('a text that is not what the form began with is not written over', () => {
  const mine = { notes: 'Call in July', before: { notes: 'Call in May' } }
  expect(isChangedMeanwhile(now, mine)).toBe(true)
  expect(isChangedMeanwhile(now, { ...mine, before: { notes: now.notes } })).toBe(false)
  expect(isChangedMeanwhile(now, { tags: ['b'], before: { tags: ['c'] } })).toBe(true)
})

test('what is not sent, what both changed alike, and a program that names no beginning are no conflict', () => {
  expect(isChangedMeanwhile(now, { searchName: 'Texans', before: { notes: 'Call in May' } })).toBe(false)
  expect(isChangedMeanwhile(now, { notes: now.notes, before: { notes: 'Call in May' } })).toBe(false)
  expect(isChangedMeanwhile(now, { notes: 'Call in July' })).toBe(false)
})
