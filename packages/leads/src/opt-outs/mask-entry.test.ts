import { expect, test } from 'vitest'
import { maskEntry } from './mask-entry.ts'

test.each([
  ['jane.doe@example.com', 'j•••@example.com'],
  ['(415) 555-9317', '•••17'],
  ['acme.com', 'acm•••om'],
  ['Acme', 'A•••'],
])('of %s only %s is kept', (text, shown) => {
  expect(maskEntry(text)).toBe(shown)
})
