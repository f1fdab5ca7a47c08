import { expect, test } from 'vitest'
import { parseQuery, tryParseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'
import { sampleColumns } from './testing.ts'

const canonical = (text: string): string => printQuery(parseQuery(text, sampleColumns))
const failure = (text: string) => {
  const result = tryParseQuery(text, sampleColumns)
  if (result.ok) throw new Error(`${text} was read`)
  const { position, length, message, expected } = result.error
  return { at: text.slice(position, position + length), position, message, expected }
}

test.each([
  ['', ''],
  ['state: texas, ca , TX', 'state:TX,CA'],
  ['a b or c', '(a b) or c'],
  ['a and (b and c) and a', 'a b c'],
  ['--a -(-(b))', 'a b'],
  ['revenue:1.5M..$2b', 'revenue:1500000..2000000000'],
  ['employees:50.. revenue:..9 employees:>5..<10', 'employees:>=50 revenue:<=9 employees:>5..<10'],
  ['company:"acme"* industry:~"a b" email:* -site:*', 'company:acme* industry:~"a b" email:* -site:*'],
  ['city:"houston ,TX",Reno', 'city:"houston, TX",Reno'],
  ['zip:77001,770*,@zip_k3', 'zip:77001,770*,@zip_k3'],
  ['within:25.50MI@77001 within:40km@29.76,-95.36', 'within:25.5mi@77001 within:40km@29.76,-95.36'],
  ['box:"29, -96, 30, -95"', 'box:"29,-96,30,-95"'],
  ['polygon:"29,-96 30,-96 30,-95 29,-96"', 'polygon:"29,-96 30,-96 30,-95"'],
  ['founded:1999..2001-05 since:2 changed:V3', 'founded:1999..2001-05 since:v2 changed:v3'],
  ['\u201csmart quotes\u201d', '"smart quotes"'],
  ['"or" "AND" "-x" "a:b"', '"or" "AND" "-x" "a:b"'],
])('%s is canonically %s', (text, expected) => {
  expect(canonical(text)).toBe(expected)
  expect(canonical(expected)).toBe(expected)
})

test.each([
  ['state:TX employes:5', 'employes', ['employees']],
  ['employees:many', 'many', ['50', '1.5M']],
  ['employees:1..many', 'many', ['a number', 'a date like 2024-05-31']],
  ['employees:~5', '5', ['employees:value', 'employees:1..5', 'employees:*']],
  ['company:1..5', '1..5', ['company:value', 'company:~text', 'company:text*', 'company:*']],
  ['founded:2001-13', '2001-13', ['2024', '2024-05', '2024-05-31']],
  ['email:a@b.c', 'a@b.c', ['email:*']],
  ['-(email:~gmail)', 'gmail', ['email:*']],
  ['state:TX,ZZ', 'ZZ', ['CA', '"New York"']],
  ['city:Houston, TX', 'TX', ['"Name, TX"']],
  ['zip:77001,7700', '7700', ['77001', '770*', '@zip_…']],
  ['within:600mi@77001', '600mi@77001', ['25mi@77001']],
  ['within:5mi@91,0', '5mi@91,0', ['77001', '29.76,-95.36']],
  ['company:', '', ['a value', '"a quoted value"', '~text', 'text*', '*', '1..5', '>1']],
  ['a (b', '(', [')']],
  ['"abc', '"abc', ['"']],
  ['company:"a\\x"', '\\x', ['\\"', '\\\\']],
])('%s fails at "%s"', (text, at, expected) => {
  expect(failure(text)).toMatchObject({ at, expected })
})

test('what was expected is said once: next to the message, not in it', () => {
  const { message, expected } = failure('state:TX employes:5')
  expect([message, expected]).toEqual(['This dataset has no column "employes"', ['employees']])
  for (const text of ['employees:many', 'state:TX,ZZ', 'zip:77001,7700', 'founded:2001-13', 'industri:x']) {
    const failed = failure(text)
    expect(failed.expected.length, text).toBeGreaterThan(0)
    for (const word of failed.expected) expect(failed.message).not.toContain(word)
    expect(failed.message).not.toMatch(/did you mean|expected/i)
  }
})

test.each([
  ['polygon:"29,-96 30,-95 30,-96 29,-95"', 'crosses itself'],
  ['polygon:"29,-96 30,-96"', 'at least 3 points'],
  ['polygon:"29,179 30,-179 28,-179"', 'date line'],
  ['polygon:"29,-96 30,-96 30,-95 29,-95;35,-95 36,-95 36,-94"', 'inside'],
  ['polygon:"0,0 0,9 9,9 9,0;1,1 1,5 5,5 5,1;2,2 2,4 4,4 4,2"', 'overlaps'],
  ['polygon:"0,0 0,9 9,9 9,0;1,1 1,5 5,5 5,1;2,2 2,7 7,7 7,2"', 'overlaps'],
  ['polygon:"0,0 0,9 9,9 9,0;0,1 1,5 5,5"', 'inside'],
  ['polygon:"0,0 0,5 0,2 5,5"', 'crosses itself'],
  ['box:"30,-96,29,-95"', 'south'],
  ['box:"29,179,30,-179"', 'date line'],
  ['gone:v1 or state:TX', 'parentheses or be excluded'],
  ['gone:v1 gone:v2', 'once'],
])('%s is refused: %s', (text, message) => {
  expect(failure(text).message).toContain(message)
})

test('a query keeps within its limits', () => {
  expect(failure('a'.repeat(2049)).message).toContain('2048')
  expect(parseQuery('a'.repeat(2048))).not.toBeNull()
  const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
  expect(parseQuery(words(199))).not.toBeNull()
  expect(failure(words(201)).message).toContain('200 parts')
  const values = (count: number) => `zip:${Array.from({ length: count }, (_, i) => `${i % 10}*`).join(',')}`
  expect(parseQuery(values(500))).not.toBeNull()
  expect(failure(values(501)).message).toContain('500 values')
  const nest = (depth: number) => `${'(a or (b '.repeat(depth)}c${'))'.repeat(depth)}`
  expect(parseQuery(nest(7))).not.toBeNull()
  expect(failure(nest(9)).message).toContain('16 deep')
  expect(failure('('.repeat(2000)).message).toBe('Too many parentheses')
  expect(failure('-'.repeat(2000)).message).toBe('Too many parentheses')
})

test('what no text can contain is refused at its position', () => {
  expect(failure('a\u0000b').position).toBe(1)
  expect(failure('ab\ud800').position).toBe(2)
})
