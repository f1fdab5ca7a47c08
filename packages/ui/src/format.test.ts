import { expect, test } from 'vitest'
import { formatBytes } from './format.ts'

test('a size below a thousand bytes is in the singular or the plural, and short above', () => {
  expect([0, 1, 419, 1536, 2_500_000].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '419 bytes',
    '1.5 kB',
    '2.5 MB',
  ])
})
