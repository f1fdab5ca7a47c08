import { expect, test } from 'vitest'
import { nameFromAddress } from './name-from-address.ts'
import { personNameInput } from './schema.ts'

test.each([
  ['ada@example.com', 'Ada'],
  ['ada.lovelace@example.com', 'Ada Lovelace'],
  ['ada_lovelace-1815+leads@example.com', 'Ada Lovelace'],
  ["miles.o'brien@example.com", "Miles O'brien"],
  ['josé.élan@example.com', 'José Élan'],
  ['www.evil.com@example.com', 'Www Evil Com'],
  ['4711@example.com', 'Freeor customer'],
  ["'@example.com", 'Freeor customer'],
  ['+leads@example.com', 'Freeor customer'],
])('a user who signs up as %s without a name is called %s', (email, name) => {
  expect(nameFromAddress(email)).toBe(name)
  expect(personNameInput.parse(nameFromAddress(email))).toBe(name)
})
