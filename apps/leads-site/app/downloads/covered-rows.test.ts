import { expect, test } from 'vitest'
import { coveredRows } from './covered-rows.ts'

test.each([
  ['all of a file within the plan', { rows: 20, overFileLimit: 0, overAllowance: 0 }, 20],
  ['the limit of a file, not what is beyond it', { rows: 600, overFileLimit: 575, overAllowance: 0 }, 25],
  ['the leads remaining and what is owned', { rows: 100, overFileLimit: 0, overAllowance: 35 }, 65],
  ['the smaller of both', { rows: 600, overFileLimit: 575, overAllowance: 590 }, 10],
])('rows in the file are %s', (_what, quote, rows) => {
  expect(coveredRows(quote)).toBe(rows)
})
