import { expect, test } from 'vitest'
import { kindOf, type ListKind, readNumbers } from './read-numbers.ts'

/** The text in pieces of so many bytes, as a stream gives it. */
async function* piecesOf(text: string, size = 7) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function numbersOf(text: string, kind: ListKind = 'full') {
  const reader = readNumbers(piecesOf(text), kind)
  const blocks: Buffer[] = []
  for await (const block of reader.blocks) blocks.push(Buffer.from(block))
  const all = Buffer.concat(blocks)
  const size = kind === 'full' ? 8 : 17
  const records = Array.from({ length: all.length / size }, (_, i) => {
    const number = String(all.readBigUInt64LE(i * size))
    return kind === 'full' ? number : `${all[i * size + 8] === 1 ? '+' : '-'}${number}`
  })
  expect(reader.count()).toBe(records.length)
  return records
}

test('a full list has an area code and seven digits, or ten digits a line, whatever ends its lines', async () => {
  expect(await numbersOf('415,5550100\r\n2125550199\n\n"713","555-0123"\n(281) 555-0101')).toEqual([
    '4155550100',
    '2125550199',
    '7135550123',
    '2815550101',
  ])
  expect(await numbersOf('Area Code,Number\n415,5550100\n')).toEqual(['4155550100'])
  expect(await numbersOf('\ufeff415,5550100\n')).toEqual(['4155550100'])
  expect(await numbersOf('')).toEqual([])
})

test('a list of changes says A or D after the number, also after the time', async () => {
  const text = '415,5550100,2026-01-02 10:00:00,A\n2125550199,D\n415,5550101,Jan 3 2026  9:15AM,d\n'
  expect(await numbersOf(text, 'changes')).toEqual(['+4155550100', '-2125550199', '-4155550101'])
})

test('which of both a file is, is told by its first number', () => {
  const kind = (text: string) => kindOf(Buffer.from(text))
  expect(kind('415,5550100\n415,5550101\n')).toBe('full')
  expect(kind('415,5550100,2026-01-02,A\n')).toBe('changes')
  expect(kind('\nArea,Number,Time,Change\n4155550100,2026-01-02,D')).toBe('changes')
  expect(() => kind('hello\n')).toThrow('No telephone number')
  expect(() => kind('')).toThrow('No telephone number')
})

test.each([
  ['415,555010\n', 'full'],
  ['415,55501000\n', 'full'],
  ['115,5550100\n', 'full'],
  ['415,555010x\n', 'full'],
  ['4155550100\n415 5550100 0\n', 'full'],
  [`${'1'.repeat(300)}\n`, 'full'],
  ['415,5550100,A\n', 'full'],
  ['415,5550100\n', 'changes'],
  ['415,5550100\nnumber\n', 'full'],
  [',\n', 'full'],
] as const)(
  '%j as a %s list is refused with its line, for a number left out would be called',
  async (text, kind) => {
    await expect(numbersOf(text, kind)).rejects.toThrow(/^Line [12] cannot be read/)
  },
)
