import { describe, expect, test } from 'vitest'
import { errorFingerprint, firstFrame, normalizeMessage } from './fingerprint.ts'
import { pathOf, scrub } from './scrub.ts'

describe('what is kept of a text', () => {
  test.each([
    ['GET /search?q=plumbers failed', 'GET /search?… failed'],
    ['at f (https://h.example/a.js?v=1:2:3)', 'at f (https://h.example/a.js?…)'],
    ['mail to Jane.Doe+x@example.co.uk bounced', 'mail to [email] bounced'],
    ['Authorization: Bearer abc.def', 'Authorization [secret]'],
    ['token=abc123', 'token [secret]'],
    ['usr_0123456789abcdefghjkmnpqrs is kept', 'usr_0123456789abcdefghjkmnpqrs is kept'],
    ['Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZkdISUo', '[secret]'],
    ['0123456789abcdef0123456789abcdef', '[secret]'],
    ['useSubscriptionOfTheCompanyAndItsPeople', 'useSubscriptionOfTheCompanyAndItsPeople'],
    ['Is this a question? Yes', 'Is this a question? Yes'],
  ])('%s', (text, kept) => {
    expect(scrub(text)).toBe(kept)
  })

  test.each([
    ['https://h.example/a/b?q=1#t', '/a/b'],
    ['/a/b?q=1', '/a/b'],
    ['//', ''],
    ['', '/'],
    ['/invitation/Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZkdISUo', '/invitation/[secret]'],
  ])('of the address %s the path %s', (location, path) => {
    expect(pathOf(location)).toBe(path)
  })
})

test('a text that is made to be slow takes no longer than its length', () => {
  const started = process.cpuUsage()
  for (const piece of ['a', 'a@', 'a.', '0A', '#a', '?', 'token '])
    expect(scrub(piece.repeat(200_000 / piece.length)).length).toBeGreaterThan(0)
  expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
})

describe('errors are the same one', () => {
  test('without numbers, ids and quoted values', () => {
    expect(normalizeMessage('row 12 of "x" for usr_0123456789abcdefghjkmnpqrs\nmore')).toBe(
      'row 0 of VALUE for ID',
    )
  })

  test('wherever the built file is and whatever its hash', () => {
    const frame = (host: string, hash: string, line: number) =>
      firstFrame(`Error: x\n    at draw (https://${host}/assets/page-${hash}.js:${line}:7)`)
    expect(frame('a.example', 'a1b2c3d4', 1)).toBe(frame('b.example:3000', 'zzzzzzzz', 99))
  })

  test('only if kind and place are the same', () => {
    const of = (type: string, at: string) =>
      errorFingerprint({ type, error: 'x', stack: `Error\n    at ${at} (a.js:1:1)` })
    expect(new Set([of('server', 'f'), of('rendering', 'f'), of('server', 'g')]).size).toBe(3)
  })
})
