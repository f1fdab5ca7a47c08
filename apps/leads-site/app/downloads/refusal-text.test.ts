import { expect, test } from 'vitest'
import { refusalText } from './refusal-text.ts'

const over = { outcome: 'file_limit_exceeded', downloadLimit: 25, overAllowance: 90 } as const

test('who is over the limit of a file and over what is left is told both', () => {
  expect(refusalText({ ...over, credits: { before: 10 } })).toBe(
    'Your plan holds 25 leads in one file, and you have 10 leads remaining. Set a limit, or see the plans.',
  )
  expect(refusalText({ ...over, credits: { before: 1 } })).toContain('you have 1 lead remaining.')
})

test('where a file of the limit can be paid, the limit alone is told', () => {
  const alone = 'Your plan holds 25 leads in one file. Set a limit, or see the plans.'
  expect(refusalText({ ...over, credits: { before: 25 } })).toBe(alone)
  expect(refusalText({ ...over, overAllowance: 0, credits: { before: 10 } })).toBe(alone)
})

test('a file that can be ordered is not refused', () => {
  expect(refusalText({ ...over, outcome: 'ok', credits: { before: 25 } })).toBeUndefined()
})
