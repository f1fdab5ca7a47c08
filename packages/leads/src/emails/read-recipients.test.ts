import { expect, test } from 'vitest'
import { readRecipients } from './read-recipients.ts'

const read = (to: string) => readRecipients({ to, cc: '', bcc: '' }).map(({ address }) => address)

test.each([
  ['commas and spaces', 'ann@people.example , bob@people.example,'],
  ['one a line', 'ann@people.example\nbob@people.example\r\n'],
  ['semicolons, as Outlook writes', 'ann@people.example; bob@people.example'],
  ['names beside them', '"Doe, Ann" <ann@people.example>; Bob Roe <bob@people.example>'],
  ['signs that nobody sees', 'ann@people.example\u200b,\u00a0bob@people.example'],
])('recipients are read with %s', (_, to) => {
  expect(read(to)).toEqual(['ann@people.example', 'bob@people.example'])
})

test('what is no address is named, also beside names', () => {
  expect(() => read('Ann <ann@people.example>, Bob <bob at people>')).toThrow('"bobatpeople"')
  expect(() => read('ann@people.example bob@people.example')).toThrow("doesn't look like an email address")
})
