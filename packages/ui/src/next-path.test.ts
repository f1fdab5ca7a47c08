import { describe, expect, it } from 'vitest'
import { nextPath } from './next-path.ts'

const hostile = [
  'https://evil.test',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  ' //evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'evil.test',
  '@evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/%2e//evil.test',
  'http:evil.test',
  '',
]

describe('nextPath', () => {
  it.each(hostile)('never leaves the site for %j', (next) => {
    expect(nextPath(next, '/search')).toBe('/search')
  })

  it('keeps a path with its search and hash', () => {
    expect(nextPath('/_search/dental?filter=state%3ACA#map', '/search')).toBe(
      '/_search/dental?filter=state%3ACA#map',
    )
  })

  it('falls back without next', () => {
    expect(nextPath(null, '/search')).toBe('/search')
  })
})
