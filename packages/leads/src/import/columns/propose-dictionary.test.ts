import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ColumnKind } from '../../schema.ts'
import { memorySource } from '../testing.ts'
import { proposeDictionary } from './propose-dictionary.ts'

const towns = [
  ['Atlanta', 'GA', '30303', 'Fulton'],
  ['Boston', 'MA', '02108', 'Suffolk'],
  ['Austin', 'TX', '78701', 'Travis'],
  ['Denver', 'CO', '80202', 'Denver'],
] as const

function firms(count: number, delimiter = ',', header = true): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const [city, state, zip, county] = towns[i % 4] ?? towns[0]
    return [
      `C-${1000 + i}`,
      `Firm No ${i} Café`,
      city,
      state,
      zip,
      `${county} County`,
      `info${i}@example.com`,
      `(404) 555-01${String(i % 100).padStart(2, '0')}`,
      String(5 + ((i * 7) % 90)),
      `$${(i * 1000 + 500).toLocaleString('en-US')}`,
      i % 2 ? 'Y' : 'N',
      `${1 + (i % 12)}/${1 + (i % 28)}/2019`,
    ]
      .map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell))
      .join(delimiter)
  })
  const names = [
    'Customer ID',
    'Company',
    'City',
    'State',
    'Zip',
    'County',
    'Email',
    'Phone',
    'Employees',
    'Revenue',
    'Active',
    'Opened',
  ]
  return `${header ? `${names.join(delimiter)}\n` : ''}${rows.join('\n')}\n`
}

const firmKinds: ColumnKind[] = [
  'id',
  'text',
  'city',
  'state',
  'zip',
  'county',
  'email',
  'phone',
  'number',
  'money',
  'boolean',
  'date',
]

const kinds = async (content: string | Uint8Array): Promise<ColumnKind[]> =>
  (await proposeDictionary(memorySource(content))).columns.map(({ kind }) => kind)

test('a plain list of firms gets the dictionary a careful person would give it', async () => {
  const proposal = await proposeDictionary(memorySource(firms(200)))
  expect(proposal.columns.map(({ kind }) => kind)).toEqual(firmKinds)
  expect(proposal.columns.filter(({ contact }) => contact).map(({ key }) => key)).toEqual(['email', 'phone'])
  expect(proposal.columns.filter(({ contact, facet, suggest }) => contact && (facet || suggest))).toEqual([])
  expect(proposal.warnings).toEqual([])
})

test('every separator is recognized by an even split', async () => {
  for (const delimiter of [',', '\t', ';', '|']) {
    const proposal = await proposeDictionary(memorySource(firms(60, delimiter)))
    expect(proposal.delimiter).toBe(delimiter)
    expect(proposal.columns.map(({ kind }) => kind)).toEqual(firmKinds)
  }
})

test('UTF-8 with a byte order mark, both UTF-16 with and without one, and Windows-1252 are recognized', async () => {
  const text = firms(60)
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  const cases: [string, Uint8Array][] = [
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['utf-16le', little],
    ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['utf-16be', big],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ]
  for (const [encoding, bytes] of cases) {
    const proposal = await proposeDictionary(memorySource(bytes))
    expect(proposal.encoding).toBe(encoding)
    expect(proposal.header[0]).toBe('Customer ID')
    expect(proposal.rows[0]?.[1]).toBe('Firm No 0 Café')
  }
})

test('all line ends give the same columns', async () => {
  const text = firms(60)
  for (const end of ['\r\n', '\r']) expect(await kinds(text.replaceAll('\n', end))).toEqual(firmKinds)
})

test('a missing header row is noticed and the columns numbered', async () => {
  const proposal = await proposeDictionary(memorySource(firms(60, ',', false)))
  expect(proposal.hasHeader).toBe(false)
  expect(proposal.columns[2]?.from).toBe('Column 3')
  expect(proposal.columns.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['id', 'state', 'zip', 'email', 'phone', 'money', 'boolean', 'date']),
  )
})

test('a first row of recurring words is no header, even if it looks like one; a flag named as its value is', async () => {
  const kinds = ['City', 'County', 'State']
  const rows = Array.from({ length: 60 }, (_, i) => {
    const state = i % 2 ? 'OH' : 'PA'
    return `Office No ${'ABCDEF'[i % 6]} Street,${kinds[i % 3]},${state}`
  })
  expect((await proposeDictionary(memorySource(`${rows.join('\n')}\n`))).hasHeader).toBe(false)
  const flags = Array.from({ length: 200 }, (_, i) => `Firm ${i},${i % 90 ? 'Unanswered' : 'Veteran'}`)
  const proposal = await proposeDictionary(memorySource(`Company,Veteran\n${flags.join('\n')}\n`))
  expect(proposal).toMatchObject({ hasHeader: true, header: ['Company', 'Veteran'] })
})

test('title lines and `sep=` above the header are left out', async () => {
  const proposal = await proposeDictionary(memorySource(`sep=;\n${firms(40, ';')}`))
  expect(proposal.columns.map(({ kind }) => kind)).toEqual(firmKinds)
  const titled = await proposeDictionary(memorySource(`Customers of 2024,,,\nPrinted 3 May\n\n${firms(40)}`))
  expect(titled.header[0]).toBe('Customer ID')
  expect(titled.warnings).toEqual(['2 lines above the first row are left out'])
})

test('repeated and blank headers get names of their own, and columns without anything are left out', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `a${i},b${i},,c${i},,`).join('\n')
  const proposal = await proposeDictionary(memorySource(`Note,Note,,Remark,,\n${rows}\n`))
  expect(proposal.columns.map(({ key, from }) => [key, from])).toEqual([
    ['note', 'Note'],
    ['note_2', 'Note (2)'],
    ['remark', 'Remark'],
  ])
})

test('codes are no numbers, Y/N/U is a category, ZCTA is a ZIP, FIPS a county', async () => {
  const rows = Array.from(
    { length: 100 },
    (_, i) => `${['722511', '621610'][i % 2]},${'YNU'[i % 3]},31701.0,13095,0${100 + (i % 9)},2019`,
  )
  const proposal = await proposeDictionary(
    memorySource(`NAICS,Veteran,ZCTA,FIPS,Branch,Founded\n${rows.join('\n')}\n`),
  )
  expect(proposal.columns.map(({ kind }) => kind)).toEqual([
    'category',
    'category',
    'zip',
    'county',
    'category',
    'number',
  ])
})

test('x and y in degrees are coordinates, in metres they are numbers', async () => {
  const degrees = Array.from({ length: 50 }, (_, i) => `n${i},${-84.1 - i / 100},${33.2 + i / 100}`)
  expect(await kinds(`Name,x,y\n${degrees.join('\n')}\n`)).toEqual(['text', 'lon', 'lat'])
  const metres = Array.from({ length: 50 }, (_, i) => `n${i},${6001234.5 + i},${2110000.25 + i}`)
  expect(await kinds(`Name,x,y\n${metres.join('\n')}\n`)).toEqual(['text', 'number', 'number'])
  expect(await kinds(`Name,Longitude,Latitude\n${metres.join('\n')}\n`)).toEqual(['text', 'number', 'number'])
})

test('the names of people are contact columns, the names of firms are not', async () => {
  const rows = Array.from(
    { length: 50 },
    (_, i) => `Firm ${i},Ann${i},Sample${i},Owner ${i % 3},Ann${i} Sample${i}`,
  )
  const proposal = await proposeDictionary(
    memorySource(`Company Name,First Name,Last Name,Title,Contact Name\n${rows.join('\n')}\n`),
  )
  expect(proposal.columns.map(({ contact }) => contact)).toEqual([false, true, true, false, true])
})

test('columns a dictionary already has keep their corrections, new ones are added, lost ones are named', async () => {
  const before = (await proposeDictionary(memorySource(firms(50)))).columns
  const corrected = before.map((column) =>
    column.key === 'company' ? { ...column, label: 'Firm', group: 'Who' } : column,
  )
  const text = firms(50)
    .split('\n')
    .map((line, i) =>
      line === '' ? line : `${line.split(',').slice(0, 8).join(',')},${i === 0 ? 'Note' : `note ${i}`}`,
    )
  const next = await proposeDictionary(memorySource(text.join('\n')), corrected)
  expect(next.columns.find(({ key }) => key === 'company')).toMatchObject({ label: 'Firm', group: 'Who' })
  expect(next.columns.at(-1)?.key).toBe('note')
  expect(next.goneColumns).toEqual(['employees', 'revenue', 'active', 'opened'])
})

test('gzip is read, other formats are refused with a sentence', async () => {
  expect(await kinds(gzipSync(firms(100)))).toEqual(firmKinds)
  await expect(proposeDictionary(memorySource('PK\u0003\u0004xxxx'))).rejects.toThrow(/Unpack it/)
  await expect(proposeDictionary(memorySource('%PDF-1.7'))).rejects.toThrow(/PDF/)
  await expect(proposeDictionary(memorySource(''))).rejects.toThrow(/empty/)
  await expect(proposeDictionary(memorySource(Buffer.alloc(5000)))).rejects.toThrow(/NUL/)
  await expect(proposeDictionary(memorySource(gzipSync(firms(100)).subarray(0, 300)))).rejects.toThrow(
    /damaged/,
  )
})

test('a million columns and a first line without an end are refused', async () => {
  await expect(proposeDictionary(memorySource(`${'a,'.repeat(1e6)}\n1\n`))).rejects.toThrow(
    /cells; at most|does not end/,
  )
  await expect(proposeDictionary(memorySource('x'.repeat(3e6)))).rejects.toThrow(/does not end/)
})

test('long numbers that a spreadsheet has shortened are named, as nobody can restore them', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `Shop ${i},6.17E+09,${1e9 + i}`)
  const { warnings } = await proposeDictionary(memorySource(`Company,Phone,NPI\n${rows.join('\n')}\n`))
  expect(warnings).toEqual([expect.stringMatching(/^Phone: a spreadsheet has shortened its numbers/)])
})
