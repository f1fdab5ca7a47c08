import { expect, test } from 'vitest'
import { isUnderPath } from './under-path.ts'

const starts = ['/org', '/search', '/_search']

test('a page counts together with all pages below it', () => {
  for (const path of ['/org', '/org/people', '/search', '/_search/businesses'])
    expect(isUnderPath(starts, path), path).toBe(true)
})

test('a page whose name only begins with the same letters does not count', () => {
  for (const path of ['/', '/organ', '/searching', '/about/org'])
    expect(isUnderPath(starts, path), path).toBe(false)
})
