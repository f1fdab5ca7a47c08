import { expect, test } from 'vitest'
import { findAddresses } from './find-addresses.ts'

test.each([
  ['one a line', 'ann@people.example\nbob@people.example\r\n', ['ann@people.example', 'bob@people.example']],
  [
    'a CSV file with a header, names and quotes',
    'Name,Email\n"Doe, Ann",ANN@People.example\nBob,"bob@people.example"\n',
    ['ann@people.example', 'bob@people.example'],
  ],
  [
    'semicolons, tabs and a byte order mark',
    '\ufeffemail;name\nann@people.example;Ann\nbob@people.example\tBob',
    ['ann@people.example', 'bob@people.example'],
  ],
  [
    'as a mail program copies them',
    'Ann <ann@people.example>, [bob@people.example](mailto:bob@people.example)',
    ['ann@people.example', 'bob@people.example'],
  ],
  ['the same again, in other letters', 'ann@people.example, Ann@People.Example', ['ann@people.example']],
  ['the end of a sentence', 'Write to ann@people.example.', ['ann@people.example']],
  ['no address', 'ann, bob@, @people.example, ann@people', []],
])('%s', (_, text, addresses) => {
  expect(findAddresses(text)).toEqual(addresses)
})
