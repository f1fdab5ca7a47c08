import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openFolderStore } from '@freeor/storage/folder'
import { testOlap } from '@freeor/testing/olap'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { getDataset } from '../dictionaries/queries.ts'
import { type ImportDeps, importLeads } from './commands.ts'
import type { ImportSource } from './ports.ts'
import type { ImportReport } from './schema.ts'

/** A file that is only in memory; it is read in pieces of `pieceBytes`, so that rows are cut anywhere. */
export function memorySource(content: string | Uint8Array, pieceBytes = 64 * 1024): ImportSource {
  const bytes = Buffer.from(content)
  return {
    name: 'test.csv',
    bytes: bytes.length,
    read: async (range) => {
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
      return Readable.from(pieces(part, pieceBytes), { objectMode: false })
    },
  }
}

/** A file of any size that is never wholly in memory: `head`, then `piece` again and again. */
export function endlessSource(head: string, piece: Uint8Array, times: number): ImportSource {
  const start = Buffer.from(head)
  return {
    name: 'endless.csv',
    bytes: start.length + piece.length * times,
    read: async () =>
      Readable.from(
        (function* () {
          yield start
          for (let i = 0; i < times; i++) yield piece
        })(),
        { objectMode: false },
      ),
  }
}

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What import tests of a file need: engines and a folder. */
export function openImportFixture() {
  let deps: ImportDeps
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const [database, engine, folder] = await Promise.all([
      testDatabase(),
      testOlap(),
      mkdtemp(join(tmpdir(), 'freeor-import-')),
    ])
    closers.push(database.close, engine.close, () => rm(folder, { recursive: true, force: true }))
    const clock = { now: () => new Date() }
    deps = { db: database.db, olap: engine.olap, store: openFolderStore(folder), clock, log: () => undefined }
  })

  afterAll(async () => {
    for (const close of closers) await close()
  })

  return {
    get deps() {
      return deps
    },
    run: (dictId: string, content: string | Uint8Array): Promise<ImportReport> =>
      importLeads(deps, { source: memorySource(content), dictId }),
    /** The stored leads of the serving version, in the order of the file. @param where SQL: those of them that are meant */
    async leads(dictId: string, what = '*', where = '1'): Promise<Record<string, unknown>[]> {
      const { datasetNo, dictionary } = await getDataset(deps.db, dictId)
      return await deps.olap.ask({
        sql: `SELECT ${what} FROM freeor.leads_${datasetNo}_v${dictionary.version} WHERE ${where} ORDER BY row`,
        pool: 'writer',
        row: z.record(z.string(), z.unknown()),
      })
    },
  }
}
