import { expect, test } from 'vitest'
import { proposeColumns } from './propose-columns.ts'

const first = ['Ann', 'Bob', 'Eve', 'Max']
const last = ['Smith', 'Garcia', "O'Neil", 'Li']
const ownerKinds = ['Private', 'Public']

/** The columns that a file with one cell of each kind in a row would get. */
function columnsOf(cells: readonly (readonly [header: string, cell: (index: number) => string])[]) {
  const rows = Array.from({ length: 200 }, (_, index) => cells.map(([, cell]) => cell(index)))
  return proposeColumns(
    cells.map(([header]) => header),
    rows,
  ).columns
}

const name = (i: number) => `${first[i % 4]} ${last[i % 3]}`

test('names of people are masked, although they recur', () => {
  const columns = columnsOf([
    ['Company', (i) => `Shop ${i} Inc`],
    ['FirstName', (i) => first[i % 4] ?? ''],
    ['Provider Last Name (Legal Name)', (i) => last[i % 4] ?? ''],
    ['Name', name],
    ['Owner Name', name],
    ['Contact', name],
    ['Owner', (i) => ownerKinds[i % 2] ?? ''],
    ['Contact Method', (i) => ['Mail', 'Visit'][i % 2] ?? ''],
  ])
  expect(columns.map(({ from, kind, contact, facet }) => [from, kind, contact, facet])).toEqual([
    ['Company', 'text', false, false],
    ['FirstName', 'text', true, false],
    ['Provider Last Name (Legal Name)', 'text', true, false],
    ['Name', 'text', true, false],
    ['Owner Name', 'text', true, false],
    ['Contact', 'text', true, false],
    ['Owner', 'category', false, true],
    ['Contact Method', 'category', false, true],
  ])
})

test('several addresses or numbers in a cell are masked, and so is a text that has them', () => {
  const columns = columnsOf([
    ['Emails', (i) => `a${i}@shop.com; info@shop.com`],
    ['Email', (i) => `a${i}@shop.com, b${i}@shop.com`],
    ['Phone', (i) => `(617) 555-01${10 + (i % 90)}, 617-555-0100`],
    ['Lines', (i) => `617.555.01${10 + (i % 90)} / 617.555.0100`],
    ['Display Name', (i) => `Shop ${i} (a${i}@shop.com)`],
    ['Notes', (i) => `Shop ${i}, ask Ann at (617) 555-01${10 + (i % 90)}`],
    ['Street', (i) => `${i} Main St, door 617-55`],
  ])
  expect(columns.map(({ kind, contact }) => [kind, contact])).toEqual([
    ['email', true],
    ['email', true],
    ['phone', true],
    ['phone', true],
    ['text', true],
    ['text', true],
    ['text', false],
  ])
})

test('columns for addresses and numbers are masked while they are empty', () => {
  const empty = () => ''
  const columns = columnsOf([
    ['Company', (i) => `Shop ${i}`],
    ['Home Phone', empty],
    ['Fax No', empty],
    ['Email Address', empty],
    ['Email Status', empty],
  ])
  expect(columns.map(({ kind, contact }) => [kind, contact])).toEqual([
    ['text', false],
    ['phone', true],
    ['phone', true],
    ['email', true],
    ['text', false],
  ])
})

test('numbers that a spreadsheet has shortened stay telephone numbers', () => {
  const [phone] = columnsOf([['Phone', (i) => `6.1${i % 10}E+09`]])
  expect(phone).toMatchObject({ kind: 'phone', contact: true })
})

test('numbers of registers and codes are no quantities; counts and sizes are', () => {
  const columns = columnsOf([
    ['Company', (i) => `Shop ${i}`],
    ['State School ID', (i) => `AL-101-${1000 + i}`],
    ['activity_nr', (i) => String(3000 + ((i * 7) % 200))],
    ['License Number_1', (i) => String(1000 + (i % 9))],
    ['FDIC Number', (i) => String(100 + (i % 9))],
    ['ASSET_CD', (i) => String(i % 10)],
    ['Ward', (i) => String(i % 50)],
    ['# Beds', (i) => String((i * 13) % 97)],
    ['nr_in_estab', (i) => String((i * 13) % 97)],
    ['Number of Permits', (i) => String((i * 3) % 40)],
    ['Permit Fee', (i) => String(100 + ((i * 13) % 97))],
    ['Revenue growth', (i) => String((i * 13) % 97)],
    ['TAX_PERIOD', (i) => `2023${10 + (i % 3)}`],
  ])
  expect(columns.map(({ kind }) => kind).join(' ')).toBe(
    'text id id category category category category number number number money number number',
  )
})

test('people are masked in headers of other languages, and founders and deciders are people', () => {
  const columns = columnsOf([
    ['Empresa', (i) => `Shop ${i}`],
    ['Persona de contacto', name],
    ['Nombre', (i) => first[i % 4] ?? ''],
    ['Apellidos', (i) => last[i % 4] ?? ''],
    ['Ansprechpartner', name],
    ['Prénom', (i) => first[i % 4] ?? ''],
    ['Nom', (i) => last[i % 4] ?? ''],
    ['Founders', name],
    ['Decision Maker', name],
    ['Teléfono', () => ''],
  ])
  expect(columns.map(({ contact }) => contact)).toEqual([false, ...new Array(9).fill(true)])
})

test('numbers in lists, behind a word or with the country before them are masked', () => {
  const columns = columnsOf([
    ['Company', (i) => `Shop ${i}`],
    ['phones', (i) => `['+1617555${1000 + i}']`],
    ['Telephones', (i) => `ph:+1-617-555-${1000 + i};ph:+1-617-555-${2000 + i}`],
    ['tel list', (i) => `{"main": "617555${1000 + i}"}`],
    ['Serial', (i) => `A617555${1000 + i}`],
    ['Parcel', (i) => `10-${100 + i}-555-${1000 + i}`],
  ])
  expect(columns.map(({ contact }) => contact)).toEqual([false, true, true, true, false, false])
})

test('codes of a classification have dots and are no numbers', () => {
  const columns = columnsOf([
    ['SIC', (i) => `${17 + (i % 3)}11.0${i % 7}`],
    ['Naics', (i) => `541.${51 + (i % 9)}`],
    ['Rate', (i) => `541.${51 + (i % 9)}`],
  ])
  expect(columns.map(({ kind }) => kind)).toEqual(['category', 'category', 'number'])
})

test('an empty column of a second number or address is masked, whichever word tells it from the first', () => {
  const columns = columnsOf([
    ['Company', (i) => `Shop ${i}`],
    ['Person - Email - Home', () => ''],
    ['E-mail 2 - Value', () => ''],
    ['Phone (Work)', () => ''],
    ['Email Opt Out', () => ''],
    ['Phone Type', () => ''],
  ])
  expect(columns.map(({ contact }) => contact)).toEqual([false, true, true, true, false, false])
})
