import { expect, test } from 'vitest'
import { inputWords } from './input-words.ts'

test.each([
  [{ code: 'invalid_type', expected: 'string', input: undefined }, 'it is missing'],
  [{ code: 'invalid_type', expected: 'string', input: null }, 'please give a text'],
  [{ code: 'invalid_type', expected: 'number', input: Number.NaN }, 'please give a number'],
  [{ code: 'invalid_type', expected: 'int', input: 1.5 }, 'please give a whole number'],
  [{ code: 'invalid_type', expected: 'int', input: 2 ** 60 }, 'the number is too large'],
  [
    { code: 'invalid_type', expected: 'tuple', input: 1 },
    'please give a value of the kind that is documented',
  ],
  [{ code: 'invalid_value', values: ['asc', 'desc'], input: 'up' }, 'please give one of "asc", "desc"'],
  [{ code: 'invalid_value', values: [true], input: false }, 'please give true'],
  [{ code: 'too_small', origin: 'string', minimum: 1, inclusive: true }, 'it may not be empty'],
  [{ code: 'too_small', origin: 'array', minimum: 2, inclusive: true }, 'at least 2 values'],
  [{ code: 'too_small', origin: 'number', minimum: 0, inclusive: false }, 'more than 0'],
  [{ code: 'too_big', origin: 'string', maximum: 1, inclusive: true }, 'at most 1 character'],
  [{ code: 'too_big', origin: 'number', maximum: 100, inclusive: true }, 'at most 100'],
  [{ code: 'invalid_format', format: 'email', input: 'x' }, 'please use an email address'],
  [{ code: 'invalid_format', format: 'regex', input: 'x' }, 'please use the form that is documented'],
  [{ code: 'unrecognized_keys', keys: ['colour'] }, 'there is no field "colour"'],
  [{ code: 'invalid_union', options: ['a', 'b'], input: {} }, 'please give one of "a", "b"'],
  [{ code: 'invalid_union', input: undefined }, 'it is missing'],
  [{ code: 'invalid_union', input: 7 }, 'it fits none of the forms that are allowed'],
  [{ code: 'custom' }, undefined],
])('%j is told as: %s', (issue, sentence) => {
  expect(inputWords(issue)).toBe(sentence)
})

test('of many or long names that somebody else chose only some are told', () => {
  const keys = Array.from({ length: 5_000 }, (_, i) => `${i}`.padEnd(9_000, 'x'))
  expect(inputWords({ code: 'unrecognized_keys', keys })?.length).toBeLessThan(2_500)
})
