import { expect, test } from 'vitest'
import { findAddresses, readAddresses } from './find-addresses.ts'

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
  ['an apostrophe in a name', "o'brien@people.example", ["o'brien@people.example"]],
  [
    'quotes around',
    "'ann@people.example', “bob@people.example”",
    ['ann@people.example', 'bob@people.example'],
  ],
  [
    'signs that nobody sees, and blanks that do not break',
    'ann@people.example\u200b\u00a0bob@peo\u00adple.example',
    ['ann@people.example', 'bob@people.example'],
  ],
  ['a link to write to', 'mailto:ann@people.example?subject=Hello', ['ann@people.example']],
  [
    'a list of Microsoft 365, whose aliases are joined',
    'True,Ann,SMTP:ann@people.example+smtp:a.n@people.example,ann@people.example',
    ['ann@people.example', 'a.n@people.example'],
  ],
  [
    'the commas and brackets of Chinese and Japanese',
    'ann@people.example、bob@people.example；（carl@people.example），dora+x@people.example',
    ['ann@people.example', 'bob@people.example', 'carl@people.example', 'dora+x@people.example'],
  ],
  ['no address', 'ann, bob@, @people.example, ann@people', []],
])('%s', (_, text, addresses) => {
  expect(findAddresses(text)).toEqual(addresses)
})

test('what was meant as an address and is none is told, and what is a name or nothing is not', () => {
  const text =
    'ann@people.example, bob@people; carl@@people.example dora@people.example/e@people.example @all x @ y z@'
  expect(readAddresses(text)).toEqual({
    addresses: ['ann@people.example'],
    unread: ['bob@people', 'carl@@people.example', 'dora@people.example/e@people.example'],
  })
})

test('a hostile text takes no longer than its length', () => {
  const started = process.cpuUsage()
  for (const piece of ['a', 'a@', 'b.', '@', "'", 'a@b.'])
    expect(findAddresses(piece.repeat(100_000)).length).toBeLessThan(2)
  expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
})
