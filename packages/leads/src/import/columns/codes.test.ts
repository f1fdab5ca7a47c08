import { expect, test } from 'vitest'
import { headerWords } from '../cells/header-words.ts'
import { proposeColumns } from './propose-columns.ts'

test('headers written as one word are understood', () => {
  expect(headerWords('naicscode')).toEqual(['naics', 'code'])
  expect(headerWords('borrcity')).toEqual(['borr', 'city'])
  expect(headerWords('projectstate')).toEqual(['project', 'state'])
  for (const word of ['capacity', 'velocity', 'ethnicity', 'estate', 'candidate', 'zipcode', 'telephone'])
    expect(headerWords(word)).toEqual([word])
})

const kindOf = (header: string, cell: (i: number) => string) => {
  const rows = Array.from({ length: 60 }, (_, i) => [cell(i)])
  return proposeColumns([header], rows).columns[0]?.kind
}

test.each([
  ['CAMIS', (i: number) => String(40_000_000 + i * 7919), 'id'],
  ['Total Assets', (i: number) => String(40_000_000 + i * 7919), 'money'],
  ['Visitors', (i: number) => String(4_000 + i * 7919), 'number'],
  ['naicscode', (i: number) => String(722_511 + (i % 6)), 'category'],
  ['State and County Code', (i: number) => ['01001', '25025', '48453', '06037'][i % 4] ?? '', 'county'],
  ['Column 1', (i: number) => `2019${String(1 + (i % 12)).padStart(2, '0')}15`, 'date'],
  ['MCS150_DATE', (i: number) => `201903${String(10 + (i % 20))} 1130`, 'date'],
  ['ACCURACY_VALUE', (i: number) => String(30 + i), 'number'],
] as const)('numbers that name something are no amounts: %s', (header, cell, kind) => {
  expect(kindOf(header, cell)).toBe(kind)
})
