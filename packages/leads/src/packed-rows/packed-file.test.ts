import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HEAD } from './layout.ts'
import { PackedFile } from './packed-file.ts'
import { PackedFileWriter } from './packed-file-writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-file-'))
})
afterEach(async () => await rm(folder, { recursive: true }))

type Lead = readonly [row: number, text: string]

function rowBinary(leads: readonly Lead[]): Buffer {
  const records = leads.map(([row, text]) => {
    const bytes = Buffer.from(text)
    const head = Buffer.alloc(4)
    head.writeUInt32LE(row)
    const length: number[] = []
    for (let rest = bytes.length; ; rest = Math.floor(rest / 128)) {
      length.push(rest < 128 ? rest : (rest % 128) + 128)
      if (rest < 128) break
    }
    return Buffer.concat([head, Buffer.from(length), bytes])
  })
  return Buffer.concat(records)
}

let made = 0

/** @param cut the bytes come in pieces of so many */
function write(leads: readonly Lead[], cut: number): { path: string; file: PackedFile } {
  made += 1
  const path = join(folder, `${made}.rows`)
  const lastRow = Math.max(0, ...leads.map(([row]) => row))
  const writer = new PackedFileWriter({ path, table: 'a-table', lastRow })
  const bytes = rowBinary(leads)
  for (let at = 0; at < bytes.length; at += cut) writer.take(bytes.subarray(at, at + cut))
  expect(writer.end()).toBe(leads.length)
  return { path, file: PackedFile.open(path) }
}

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 300, size: 'max' })
  .map((value) => JSON.stringify({ value }))
const leadsOf = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2_000 }), text), {
    selector: ([row]) => row,
    maxLength: 150,
    size: 'max',
  })
  .map((leads): Lead[] => leads)

test('every text is found by its row, however the bytes were cut, and none of a row that is not there', () => {
  fc.assert(
    fc.property(leadsOf, fc.integer({ min: 1, max: 5_000 }), (leads, cut) => {
      const { file } = write(leads, cut)
      try {
        expect(file.leads).toBe(leads.length)
        const all = Array.from({ length: 2_010 }, (_, row) => row)
        const inOrder = leads.toSorted(([a], [b]) => a - b)
        expect(file.read(all)).toEqual(inOrder.map(([, one]) => one))
        for (const [row, one] of leads.slice(0, 5)) expect(file.read([row])).toEqual([one])
        const found: number[] = []
        for (const rows of file.rows()) found.push(...rows)
        expect(found).toEqual(inOrder.map(([row]) => row))
      } finally {
        file.close()
      }
    }),
    { numRuns: 60 },
  )
})

test('an erased text is nowhere in the file, all others are where they were', () => {
  const erasing = leadsOf.chain((leads) =>
    fc.record({ leads: fc.constant(leads), gone: fc.subarray(leads), again: fc.subarray(leads) }),
  )
  fc.assert(
    fc.property(erasing, ({ leads, gone, again }) => {
      const { path, file } = write(leads, 1_000)
      const rowsOf = (some: readonly Lead[]) => some.map(([row]) => row)
      file.erase(rowsOf(gone))
      file.erase(rowsOf(again))
      file.close()
      const out = new Set(rowsOf([...gone, ...again]))
      const left = leads.filter(([row]) => !out.has(row)).map(([, one]) => one)
      const bytes = readFileSync(path)
      const { entriesAt } = JSON.parse(bytes.toString('utf8', bytes.length - 256))
      const lines = bytes.toString('utf8', HEAD.length, entriesAt).split('\n')
      expect(lines.filter((line) => line.trim() !== '').toSorted()).toEqual(left.toSorted())
      const opened = PackedFile.open(path)
      expect(opened.leads).toBe(left.length)
      expect(opened.read(rowsOf(leads))).toEqual(left)
      opened.close()
    }),
    { numRuns: 60 },
  )
})

test('a text longer than what is read at once', () => {
  const long = 'long '.repeat(100_000)
  const leads: Lead[] = [
    [1, 'short'],
    [2, long],
    [3, 'also short'],
  ]
  const { file } = write(leads, 70_000)
  expect(file.read([3, 1, 2])).toEqual(['also short', 'short', long])
  file.erase([2])
  expect(file.read([3, 1, 2])).toEqual(['also short', 'short'])
  file.close()
})

test('a row after the last one, and bytes that end within a lead, are refused', () => {
  const writer = new PackedFileWriter({ path: join(folder, 'a'), table: 'a-table', lastRow: 5 })
  expect(() => writer.take(rowBinary([[6, 'x']]))).toThrow('Row 6 is after the last one')
  writer.take(rowBinary([[5, 'x']]).subarray(0, 3))
  expect(() => writer.end()).toThrow('end within a lead')
})
