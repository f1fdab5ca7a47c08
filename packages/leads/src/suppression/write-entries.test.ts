import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareSuppressionTables } from './prepare-tables.ts'
import { writeEntries } from './write-entries.ts'

let engine: TestOlap
beforeAll(async () => {
  engine = await testOlap()
})
afterAll(async () => await engine?.close())

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const list = '\ufeffEmail\tCompany\r\njane@example.com\tCafé Zoë\r\nbob@example.com\t\r\n'

test.each([
  ['UTF-8', Buffer.from(list)],
  ['UTF-16 as Excel writes it', Buffer.from(list, 'utf16le')],
  ['UTF-16 of the other order', Buffer.from(list, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(list.slice(1), 'latin1')],
])('a list in %s is read as its text, in whatever pieces it comes', async (name, bytes) => {
  await prepareSuppressionTables(engine.olap)
  const stored = []
  for (const size of [7, 1_000]) {
    const found = await writeEntries(engine.olap, `${name} ${size}`, inPieces(bytes, size))
    stored.push(found)
  }
  const expected = {
    entries: [
      { form: 'email', count: 2 },
      { form: 'company', count: 1 },
    ],
    unread: 1,
  }
  expect(stored).toEqual([expected, expected])
})
