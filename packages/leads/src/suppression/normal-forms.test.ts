import { createHash } from 'node:crypto'
import { type TestOlap, testOlap, transformTexts } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addressOf,
  companyWords,
  digitsPhone,
  domainOf,
  dropEmail,
  e164Phone,
  lastTenPhone,
  lowerEmail,
  streetAndZip,
  uid2Email,
} from './normal-forms.ts'
import {
  companyWordsSql,
  digitsPhoneSql,
  domainSql,
  dropEmailSql,
  e164PhoneSql,
  lastTenPhoneSql,
  lowerEmailSql,
  streetAndZipSql,
  uid2EmailSql,
} from './normal-sql.ts'

let engine: TestOlap
beforeAll(async () => {
  engine = await testOlap()
})
afterAll(async () => await engine?.close())

const base64 = (text: string) => createHash('sha256').update(text).digest('base64')

describe('the published vectors', () => {
  test.each([
    ['DROP', dropEmail('Anna.Smith@Domain.com'), 'KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE='],
    ['DROP', lastTenPhone('+1(415)555-9317'), 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
    ['UID2', uid2Email('JANE.SAOIRSE@gmail.com'), 'ku4mBX7Z3qJTXWyLFB1INzkyR2WZGW4ANSJUiW21iI8='],
    ['UID2', uid2Email('USER@example.com'), 'tMmiiTI7IaAcPpQPFQ65uMVCWH8av9jw4cwf/F5HVRQ='],
  ])('of %s: %s', (_of, normal, published) => {
    expect(base64(normal)).toBe(published)
  })
})

test.each([
  [uid2Email, ' Jane.Saoirse+Work@GMAIL.com', 'janesaoirse@gmail.com'],
  [uid2Email, 'Jane.Saoirse+Work@example.com', 'jane.saoirse+work@example.com'],
  [dropEmail, ' Jane . Doe+x @Gmail.com', 'jane.doe+x@gmail.com'],
  [e164Phone, '(415) 555-9317 ext. 12', '+14155559317'],
  [e164Phone, '+44 20 7946 0958', '+442079460958'],
  [e164Phone, '555-9317', ''],
  [domainOf, 'https://www.Acme.com/about?x=1', 'acme.com'],
  [domainOf, 'jane@mail.acme.com', 'mail.acme.com'],
  [domainOf, 'acme', ''],
  [companyWords, 'Joe’s Roofing & Siding, L.L.C.', 'joes roofing and siding'],
  [companyWords, 'Inc', 'inc'],
  [addressOf, '123 North Main Street, Houston, TX 77002-1234', '123 n main st|77002'],
  [addressOf, 'Houston', ''],
] as const)('%o makes of %j the text %j', (normal, text, expected) => {
  expect(normal(text)).toBe(expected)
})

const pieces = fc.constantFrom(
  ...[
    'a',
    'Z',
    'é',
    'ß',
    ' ',
    '\t',
    '\r\n',
    '\f',
    '\v',
    '\u00a0',
    '.',
    '+',
    '@',
    'gmail.com',
    '@gmail.com',
    'www.',
    'https://',
    '/',
    '?',
    '#',
  ],
  ...[
    '1',
    '415',
    '5559317',
    '(',
    ')',
    '-',
    'x',
    'ext',
    ' LLC',
    ' Inc.',
    '&',
    '’',
    "'",
    'Street',
    'North',
    ',',
    '  ',
    '–',
    '\\',
    '"',
    '_',
    '~',
    '\u0001',
    '\u007f',
    '\u00a0',
    ':',
    'user:secret@',
  ],
)
const texts = fc.array(
  fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
  {
    minLength: 200,
    maxLength: 200,
    size: 'max',
  },
)

test.each([
  ['lowerEmail', lowerEmail, lowerEmailSql],
  ['uid2Email', uid2Email, uid2EmailSql],
  ['dropEmail', dropEmail, dropEmailSql],
  ['e164Phone', e164Phone, e164PhoneSql],
  ['digitsPhone', digitsPhone, digitsPhoneSql],
  ['lastTenPhone', lastTenPhone, lastTenPhoneSql],
  ['domainOf', domainOf, domainSql],
  ['companyWords', companyWords, companyWordsSql],
  [
    'streetAndZip',
    (text: string) => streetAndZip(text, '77002'),
    (x: string) => streetAndZipSql(x, "toString('77002')"),
  ],
] as const)('%s makes the same text of a cell in the engine', async (_name, normal, sql) => {
  const property = fc.asyncProperty(texts, async (many) => {
    expect(await transformTexts(engine, sql, many)).toEqual(many.map((text) => normal(text)))
  })
  await fc.assert(property, { numRuns: 3 })
})

test('a text that is made to be slow takes no longer than its length', () => {
  const started = process.cpuUsage()
  for (const form of [lowerEmail, uid2Email, domainOf, dropEmail, e164Phone, companyWords, addressOf])
    for (const piece of [' ', '1 ', '.', '@', 'inc '])
      expect(form(`a${piece.repeat(100_000)}b`).length).toBeLessThan(500_000)
  expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
})
