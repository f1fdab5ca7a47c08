import { expect, test } from 'vitest'
import { readRecipients } from './read-recipients.ts'

const read = (to: string) => readRecipients({ to, cc: '', bcc: '' }).map(({ address }) => address)

test('blanks, line ends and signs that nobody sees are no part of an address', () => {
  expect(read('\ufeffann@people.example\u200b,\r\n\u00a0bob@peo\u00adple.example,')).toEqual([
    'ann@people.example',
    'bob@people.example',
  ])
})
