import { describe, expect, it } from 'vitest'
import { requireSearchText } from './search-text.ts'
import { refusedByText } from './self-test.ts'

describe('the text of a search', () => {
  it.each(refusedByText)('refuses %s', (sql) => {
    expect(() => requireSearchText(sql)).toThrow(/refused/)
  })

  it.each([
    'SELECT count() FROM lead WHERE c1 = {p1:String} AND c2 IN {p2:Array(String)}',
    "WITH 'a;b -- file(' AS x SELECT x, format('{} {}', a, b) FROM lead",
    "(SELECT 1) UNION ALL (SELECT length('it''s /* here \\' */'))",
    'SELECT `settings and more`, system FROM lead ORDER BY "a;b"',
    'SELECT formatDateTime(now(), {f:String}), arrayMap(x -> x * 2, [1, 2]) FROM numbers(3)',
    'SELECT pointInPolygon((lon, lat), {ring:Array(Tuple(Float64, Float64))}) FROM lead LIMIT 50',
  ])('lets %s pass', (sql) => {
    expect(() => requireSearchText(sql)).not.toThrow()
  })

  it.each([
    "SELECT FiLe  \n ('/etc/passwd')",
    `SELECT "file"('/etc/passwd')`,
    "SELECT 'a' /* b",
    "SELECT 'a' # b",
    'SELECT $$a$$',
    "SELECT 'never closed",
    'SELECT 1 settings max_threads = 1',
    'EXPLAIN SELECT 1',
    'SELECT * FROM "information_schema".tables',
    '',
  ])('refuses %j in any spelling', (sql) => {
    expect(() => requireSearchText(sql)).toThrow(/refused/)
  })
})
