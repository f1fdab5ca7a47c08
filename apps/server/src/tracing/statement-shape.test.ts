import { expect, test } from 'vitest'
import { shapeOf } from './statement-shape.ts'

test('names and placeholders stay; texts, numbers and comments go', () => {
  expect(
    shapeOf(`SELECT "a", h3_7 FROM t12 WHERE b = $1 AND c > 17.5 LIMIT 50 -- of ada`, 'postgresql'),
  ).toBe('SELECT "a", h3_7 FROM t12 WHERE b = $1 AND c > ? LIMIT ?')
  expect(shapeOf(`SELECT a\n  FROM v_3_2 WHERE n IN {p1:Array(String)}`, 'clickhouse')).toBe(
    'SELECT a FROM v_3_2 WHERE n IN {p1:Array(String)}',
  )
})

test.each([
  ['postgresql', `SELECT 'secret'`],
  ['postgresql', `SELECT 'it''s secret'`],
  ['postgresql', `SELECT 'a\\', 'secret'`],
  ['postgresql', `SELECT E'a\\' secret'`],
  ['postgresql', `SELECT $$secret's$$, $x$ secret $$ secret $x$`],
  ['postgresql', `SELECT 1 /* secret */ -- secret`],
  ['postgresql', `SELECT 'secret without an end`],
  ['clickhouse', `SELECT 'a\\' secret', 'secret'`],
  ['clickhouse', `SELECT 'it''s secret'`],
] as const)('no value of %s %s is left', (system, sql) => {
  expect(shapeOf(sql, system)).not.toContain('secret')
})
