import { expect, test } from 'vitest'
import { hasGeography } from './chosen-geography.ts'
import { parseQuery } from './parse-query.ts'

test.each([
  ['', false],
  ['industry:Retail', false],
  ['plumbing', false],
  ['since:v1', false],
  ['state:TX', true],
  ['industry:Retail zip:@zip_k3', true],
  ['-state:TX', true],
  ['-industry:Retail', false],
  ['-industry:Retail -within:25mi@77001', true],
  ['(state:TX or city:Reno)', true],
  ['(state:TX or industry:Retail)', false],
  ['(state:TX industry:Retail or city:Reno)', true],
  ['(state:TX or industry:Retail) zip:77001', true],
  ['-(state:TX industry:Retail)', false],
  ['-(state:TX or industry:Retail)', true],
  ['-(-(state:TX industry:Retail))', true],
])('that %j names a place is %j', (text, says) => {
  expect(hasGeography(parseQuery(text))).toBe(says)
})
