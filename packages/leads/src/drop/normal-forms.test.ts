import { type TestOlap, testOlap, transformTexts } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dropAdvertisingId,
  dropBirth,
  dropCompoundHash,
  dropEmail,
  dropHash,
  dropName,
  dropPhone,
  dropTelevisionId,
  dropVin,
  dropZip,
} from './normal-forms.ts'
import {
  compoundSql,
  dropAdvertisingIdSql,
  dropBirthSql,
  dropEmailSql,
  dropNameSql,
  dropPhoneSql,
  dropTelevisionIdSql,
  dropVinSql,
  dropZipSql,
} from './normal-sql.ts'

let engine: TestOlap
beforeAll(async () => {
  engine = await testOlap()
})
afterAll(async () => await engine?.close())

describe('the published vectors', () => {
  test.each([
    [dropEmail('Anna.Smith@Domain.com'), 'KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE='],
    [dropPhone('+1(415)555-9317'), 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
    [dropZip('91790-3771'), '2FPZucR4x7U8KlM+SFAX4LPGhwNz/PIZUCSUdDh0o/s='],
    [dropZip('M1B 1A1'), 'n8L9q8mVeT6Xt9/EeUNiTukGDrkbPJ3DvOEx14uElxk='],
    [dropBirth('1776-07-04'), 'skXYXxBER6HQTZ3rXSZH1wVGLQ054mS5rbR/bwvzy4I='],
    [dropName('Juan Pablo'), '91hIbrbzNeqHs3o81O5yNrXUj7wDd2shvZ6THKi9qz8='],
  ])('%s', (normal, published) => {
    expect(dropHash(normal)).toBe(published)
  })

  test('first name, last name, birth and ZIP', () => {
    const parts = [dropName('Danielle'), dropName('Johnson'), dropBirth('19850704'), dropZip('91790')]
    expect(dropCompoundHash(parts)).toBe('PQOfn1RffEKmqMmNAzDKKaoZCwxWbQZkQzPWmQo9REA=')
  })
})

test.each([
  [dropZip, '00300-9999', '300'],
  [dropZip, '003009999', '300'],
  [dropZip, ' 02134 ', '2134'],
  [dropZip, '00000', ''],
  [dropPhone, '555-9317', '5559317'],
  [dropName, 'Zoë O’Connor-Núñez Jr.', 'zoeoconnornunezjr'],
  [dropName, 'Łukasz Strauß Ærø', 'lukaszstraussaero'],
  [dropName, 'Щербаков Жанна', 'shcherbakovzhanna'],
  [dropName, 'Θεοδώρα', 'theodora'],
  [dropName, 'İbrahim', 'ibrahim'],
  [dropName, '李小龍', ''],
  [dropBirth, '1985-07-04', '19850704'],
  [dropBirth, 'July 1985', ''],
  [dropAdvertisingId, '{6D92078A-8246-4BA4-AE5B-76104861E7DC}', '6d92078a82464ba4ae5b76104861e7dc'],
  [dropAdvertisingId, '6D92078A', ''],
  [dropVin, '1HG-CM82633A004352', '1hgcm82633a004352'],
  [dropVin, '1HGCM82633A00435', ''],
  [dropTelevisionId, 'AB-12.cd34', 'ab12cd34'],
  [dropTelevisionId, 'short', ''],
] as const)('%o makes of %j the text %j', (normal, text, expected) => {
  expect(normal(text)).toBe(expected)
})

const letters = 'aZéßÆøŁđÞıİſﬁǆΣςωΏάΨЖщЪьЁїґԯ李🙂'
const pieces = fc.oneof(
  fc.constantFrom(...letters),
  fc.constantFrom(
    ' ',
    '\t',
    '-',
    '+',
    '@',
    '.',
    '’',
    '{',
    '0',
    '00',
    '415',
    '5559317',
    '90210',
    '1985',
    '0704',
  ),
  fc.constantFrom('6D92078A82464BA4', 'AE5B76104861E7DC', '1HGCM82633', 'A004352', 'e\u0301', 'M1B 1A1'),
)
const texts = fc.array(
  fc.array(pieces, { maxLength: 6 }).map((all) => all.join('')),
  { minLength: 200, maxLength: 200 },
)

test.each([
  ['dropEmail', dropEmail, dropEmailSql],
  ['dropPhone', dropPhone, dropPhoneSql],
  ['dropBirth', dropBirth, dropBirthSql],
  ['dropZip', dropZip, dropZipSql],
  ['dropName', dropName, dropNameSql],
  ['dropAdvertisingId', dropAdvertisingId, dropAdvertisingIdSql],
  ['dropVin', dropVin, dropVinSql],
  ['dropTelevisionId', dropTelevisionId, dropTelevisionIdSql],
  [
    'dropCompoundHash',
    (text: string) => dropCompoundHash([dropName(text), dropZip(text)]),
    (x: string) => {
      const joined = compoundSql([dropNameSql(x), dropZipSql(x)])
      return `if(${joined} = '', '', base64Encode(SHA256(${joined})))`
    },
  ],
] as const)('%s makes the same text of a cell in the engine', async (_name, normal, sql) => {
  const property = fc.asyncProperty(texts, async (many) => {
    expect(await transformTexts(engine, sql, many)).toEqual(many.map((text) => normal(text)))
  })
  await fc.assert(property, { numRuns: 5 })
})
