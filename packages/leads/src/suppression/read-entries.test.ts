import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openEntryReader } from './read-entries.ts'

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest()
const keyOf = (normal: string) => digest('sha256', normal).subarray(0, 16).toString('hex')
const read = (...lines: string[]) => {
  const readLine = openEntryReader()
  return lines.flatMap((line) => readLine(line)).map(({ form, key }) => [form, key.toString('hex')])
}

test.each([
  [' Jane@Example.com ', 'email', 'jane@example.com'],
  ['(415) 555-9317', 'phone', '+14155559317'],
  ['https://www.acme.com/', 'domain', 'acme.com'],
  ['Acme Roofing, LLC', 'company', 'acme roofing'],
  ['12 North Main Street, Houston, TX 77002', 'address', '12 n main st|77002'],
  ['"12 N Main St, Houston, TX 77002"', 'address', '12 n main st|77002'],
])('the line %j is of the form %s', (line, form, normal) => {
  expect(read(line)).toEqual([[form, keyOf(normal)]])
})

test.each([
  ['"Doe, Jane" <Jane@Example.com>', [['email', 'jane@example.com']]],
  ['Doe, Jane <jane@example.com>', [['email', 'jane@example.com']]],
  ['mailto:jane@example.com', [['email', 'jane@example.com']]],
  ['jane@example.com\u200b', [['email', 'jane@example.com']]],
  ['\u00a0“jane@example.com”', [['email', 'jane@example.com']]],
  ["o'brien@example.com", [['email', "o'brien@example.com"]]],
  [
    'jane@example.com bob@example.com',
    [
      ['email', 'jane@example.com'],
      ['email', 'bob@example.com'],
    ],
  ],
  ['@acme.com', [['domain', 'acme.com']]],
  ['*.acme.com', [['domain', 'acme.com']]],
  ['https://acme.com:8080/x', [['domain', 'acme.com']]],
  ['müller.de', [['domain', 'müller.de']]],
  ['tel:+1-415-555-9317', [['phone', '+14155559317']]],
  ['Phone: (415) 555‑9317 extension 12', [['phone', '+14155559317']]],
  ['4155559317.0', [['phone', '+14155559317']]],
  ["'4155559317", [['phone', '+14155559317']]],
  ['="4155559317"', [['phone', '+14155559317']]],
])('%j is read as what it says', (line, entries) => {
  expect(read(line)).toEqual(entries.map(([form, normal = '']) => [form, keyOf(normal)]))
})

test.each(['jane@example', 'jane@@example.com', '4.15556E+09'])('%j is no name of a company', (line) => {
  expect(read('Acme', line)).toEqual([['company', keyOf('acme')]])
})

test('what separates the cells is told by the first line that has several, or by the line that says so', () => {
  const rows = [
    ['email', keyOf('jane@example.com')],
    ['company', keyOf('acme')],
  ]
  expect(read('E-Mail;Name;Company', 'jane@example.com;"Doe, Jane";Acme, Inc.')).toEqual(rows)
  expect(read('Email,Name,Company', 'jane@example.com,A; B; C; D,Acme')).toEqual(rows)
  expect(read('sep=|', 'Email|Company', 'jane@example.com|Acme')).toEqual(rows)
  expect(read('Email|Company', 'jane@example.com|Acme')).toEqual(rows)
})

test.each([
  'Email Addresses',
  'email_address',
  'Unsubscribed Emails',
  '"Phone Number"',
  'hashed_email_sha256',
])('the header %j of one column is no entry', (header) => {
  expect(read(header, 'jane@example.com')).toEqual([['email', keyOf('jane@example.com')]])
})

test.each(['md5', 'sha1', 'sha256'])('a digest of %s is read in hex and in Base64', (algorithm) => {
  const bytes = digest(algorithm, 'jane@example.com')
  const written = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
  expect(read(...written)).toEqual(written.map(() => [algorithm, bytes.subarray(0, 16).toString('hex')]))
})

test('of a file with columns, only what cannot be mistaken counts, and what the headers name', () => {
  const lines = ['Contact,Email,Company,Street,Zip', 'Jane Doe,jane@example.com,Acme Inc.,12 Main St,77002']
  expect(read(...lines)).toEqual([
    ['email', keyOf('jane@example.com')],
    ['company', keyOf('acme')],
    ['address', keyOf('12 main st|77002')],
  ])
})

test('headers, blanks and numbers are no entries', () => {
  expect(read('Email', '12', '--', '555-9317')).toEqual([])
})
