import { expect, test } from 'vitest'
import { isNotModified, parseRange, selectRange } from './byte-range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['BYTES = 5 - 5', { start: 5, end: 5 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', 'unsatisfiable'],
  ['bytes=', 'unsatisfiable'],
  ['bytes=-', 'unsatisfiable'],
  ['bytes=a-b', 'unsatisfiable'],
  ['bytes=0x1-2', 'unsatisfiable'],
  ['bytes=1-2-3', 'unsatisfiable'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-1', 'whole'],
  ['nonsense', 'whole'],
] as const)('Range %j of 100 bytes', (header, answer) => {
  expect(parseRange(header, 100)).toEqual(answer)
})

test('no part of an empty file can be had', () => {
  expect(parseRange('bytes=0-0', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
})

test('a range counts only while the client holds the same file', () => {
  const file = { bytes: 100, etag: '"abc"' }
  expect(selectRange({ range: 'bytes=5-', ifRange: '"abc"' }, file)).toEqual({ start: 5, end: 99 })
  expect(selectRange({ range: 'bytes=5-', ifRange: '"abd"' }, file)).toBe('whole')
  expect(selectRange({ range: 'bytes=5-', ifRange: 'W/"abc"' }, file)).toBe('whole')
  expect(selectRange({ range: 'bytes=5-', ifRange: 'Sun, 01 Mar 2026 12:00:00 GMT' }, file)).toBe('whole')
  expect(selectRange({ range: 'bytes=500-' }, file)).toBe('unsatisfiable')
})

test('a file the client already has is not sent again', () => {
  expect(isNotModified('"abc"', '"abc"')).toBe(true)
  expect(isNotModified('"x", W/"abc"', '"abc"')).toBe(true)
  expect(isNotModified('*', '"abc"')).toBe(true)
  expect(isNotModified('"x"', '"abc"')).toBe(false)
  expect(isNotModified(undefined, '"abc"')).toBe(false)
})
