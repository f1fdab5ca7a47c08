import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DownloadSystem, newCompany, openDownloadSystem, sampleLeads } from './testing.ts'

/* Files for programs: JSON lines and Parquet, read back by others' readers. */

let system: DownloadSystem
beforeAll(async () => {
  system = await openDownloadSystem()
})
afterAll(async () => await system?.close())

const expected = sampleLeads.map(({ id: _id, state: _state, ...lead }) => ({
  ...lead,
  industry: lead.industry === '' ? null : lead.industry,
}))

async function fileOf(format: string) {
  const scope = await newCompany(system.deps.db, { now: system.clock.now() })
  const { id, state, downloadCount, csvFile } = await system.make(scope, { format })
  expect({ state, downloadCount }).toEqual({ state: 'ready', downloadCount: 600 })
  return { name: csvFile ?? '', bytes: await system.readFile(scope, id) }
}

test('JSON lines hold each lead as it is, also texts that a spreadsheet would run', async () => {
  const { name, bytes } = await fileOf('jsonl')
  expect(name).toMatch(/\.jsonl$/)
  const lines = bytes.toString('utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected)
})

test('a Parquet file says the same to hyparquet and to DuckDB', async () => {
  const { name, bytes } = await fileOf('parquet')
  expect(name).toMatch(/\.parquet$/)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const rows = await parquetReadObjects({ file })
  const day = (value: unknown) => (value instanceof Date ? value.toISOString().slice(0, 10) : value)
  expect(rows.map((row) => ({ ...row, founded: day(row.founded) }))).toEqual(expected)

  const path = join(system.filesDir, 'read-back.parquet')
  await writeFile(path, bytes)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const sql = `SELECT company, industry, employees, strftime(founded, '%Y-%m-%d') AS founded, active, zip, phone
    FROM read_parquet('${path}')`
  const reader = await connection.runAndReadAll(sql)
  expect(reader.getRowObjectsJS()).toEqual(expected)
  connection.closeSync()
  instance.closeSync()
})
