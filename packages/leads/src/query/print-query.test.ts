import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'
import { joinQueries, splitQuery } from './split-query.ts'
import { anyQuery, sampleColumns } from './testing.ts'

const fits = anyQuery.filter((query) => printQuery(query).length <= 2048)

test('20,000 trees read back from their text as they were, and their text is canonical', () => {
  fc.assert(
    fc.property(fits, (query) => {
      const text = printQuery(query)
      const again = parseQuery(text, sampleColumns)
      expect(again).toEqual(query)
      expect(printQuery(again)).toBe(text)
    }),
    { numRuns: 20_000 },
  )
})

test('a query split into columns and geography means the same when joined', () => {
  fc.assert(
    fc.property(fits, (query) => {
      const texts = splitQuery(query)
      const { query: joined } = joinQueries(texts)
      expect(splitQuery(joined)).toEqual(texts)
    }),
    { numRuns: 1_000 },
  )
})

test('any text either can be read, and its canonical text reads back to itself, or fails inside the text', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    '-',
    ' ',
    'or',
    'and',
    'a',
    'company:',
    '~',
    '*',
    '"',
    '\\',
    ',',
    '1..',
    '>',
    '=',
    '5',
    'zip:',
    '770',
    'city:',
    'Houston',
    'TX',
    'within:',
    '25mi@',
    '77001',
    '\u201c',
    'é',
    '.',
    'since:v',
    'polygon:',
    'box:',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14, size: 'max' }).map((list) => list.join('')),
      (text) => {
        try {
          const canonical = printQuery(parseQuery(text))
          expect(printQuery(parseQuery(canonical))).toBe(canonical)
        } catch (error) {
          expect(error).toMatchObject({ name: 'QueryError' })
          const { position, length } = error as { position: number; length: number }
          expect(position).toBeGreaterThanOrEqual(0)
          expect(position + length).toBeLessThanOrEqual(text.length)
        }
      },
    ),
    { numRuns: 20_000 },
  )
})
