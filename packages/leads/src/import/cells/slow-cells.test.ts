import { expect, test } from 'vitest'
import { isMoney, isNumber, isSize } from './amounts.ts'
import * as kinds from './cell-kinds.ts'
import { isDegreeText } from './degrees.ts'
import { headerWords, keyOf, labelOf } from './header-words.ts'

test('a cell or header that is made to be slow takes no longer than its length', () => {
  const started = process.cpuUsage()
  const { holdsContact, isCode, isEmail, isPhone, isUrl, isZip } = kinds
  for (const piece of ['a', '1', ' ', '-', '/', '(', '1,', 'A']) {
    const cell = `1${piece.repeat(100_000)}!`
    for (const isIt of [
      holdsContact,
      isCode,
      isEmail,
      isPhone,
      isUrl,
      isZip,
      isMoney,
      isNumber,
      isSize,
      isDegreeText,
    ])
      expect(isIt(cell)).toBe(false)
    for (const read of [headerWords, labelOf, (text: string) => keyOf(text, 'text', new Set())])
      expect(read(cell)).toBeDefined()
  }
  expect(process.cpuUsage(started).user).toBeLessThan(15_000_000)
})

test('an address is found beside others and within words', () => {
  for (const cell of ['ann@people.example', 'mail:<ann@people.example>', 'x@ ann@b.co', 'a@b@people.example'])
    expect([cell, kinds.holdsContact(cell)]).toEqual([cell, true])
})
