import { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, gt } from 'drizzle-orm'
import { z } from 'zod'
import { formNo } from '../suppression/profiles.ts'
import { RECORD_BYTES, writeRecord } from '../suppression/read-entries.ts'
import type { EntryForm } from '../suppression/schema.ts'
import { entriesTable } from '../suppression/suppressed-leads.ts'
import { countEntries } from '../suppression/write-entries.ts'
import { optOutListId } from './opted-out-leads.ts'
import { prepareOptOutTables } from './prepare-opt-out-tables.ts'
import { optOuts } from './tables.ts'

type Deps = { readonly db: Tx; readonly olap: Olap }

/**
 * Brings the engine's copy of the list to what PostgreSQL has: entries that are missing are added, all of them when
 * another number is there, after a restore for instance. @returns the forms there are
 */
export async function copyOptOuts({ db, olap }: Deps, after = 0): Promise<EntryForm[]> {
  await prepareOptOutTables(olap)
  await insertAfter({ db, olap }, after)
  const counted = await countEntries(olap, optOutListId)
  const total = await db.$count(optOuts)
  if (counted.reduce((sum, { count }) => sum + count, 0) === total) return counted.map(({ form }) => form)
  await insertAfter({ db, olap }, 0)
  await removeOthers({ db, olap })
  return (await countEntries(olap, optOutListId)).map(({ form }) => form)
}

const ENTRIES_A_BLOCK = 50_000

async function insertAfter({ db, olap }: Deps, after: number): Promise<void> {
  const blocks = blocksAfter(db, after)
  const first = await blocks.next()
  if (first.done) return
  await olap.insert({
    sql: `INSERT INTO ${entriesTable} (list_id, form, key) SELECT {list:String}, form, key
      FROM input('form UInt8, key UInt128')`,
    format: 'RowBinary',
    params: { list: optOutListId },
    body: Readable.from(startingWith(first.value, blocks)),
  })
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Entries of newer numbers as rows of the engine, some thousands at a time: there may be millions. */
async function* blocksAfter(db: Tx, after: number): AsyncGenerator<Buffer> {
  let last = ''
  for (;;) {
    const rows = await db
      .select({ id: optOuts.id, form: optOuts.form, key: optOuts.key })
      .from(optOuts)
      .where(and(gt(optOuts.number, after), gt(optOuts.id, last)))
      .orderBy(asc(optOuts.id))
      .limit(ENTRIES_A_BLOCK)
    if (rows.length > 0) yield recordsOf(rows)
    if (rows.length < ENTRIES_A_BLOCK) return
    last = rows.at(-1)?.id ?? ''
  }
}

function recordsOf(rows: readonly { readonly form: EntryForm; readonly key: string }[]): Buffer {
  const block = Buffer.alloc(rows.length * RECORD_BYTES)
  for (const [i, { form, key }] of rows.entries())
    writeRecord({ form, key: Buffer.from(key, 'hex') }, block, i * RECORD_BYTES)
  return block
}

const keyRow = z.object({ key: z.string() })

const KEYS_A_STATEMENT = 1_000

/** Removes entries that PostgreSQL does not have (any more). */
async function removeOthers({ db, olap }: Deps): Promise<void> {
  const stored = await olap.ask({
    sql: `SELECT DISTINCT lower(hex(reinterpretAsFixedString(key))) AS key FROM ${entriesTable}
      WHERE list_id = {list:String}`,
    params: { list: optOutListId },
    pool: 'writer',
    row: keyRow,
  })
  const known = new Set((await db.select({ key: optOuts.key }).from(optOuts)).map(({ key }) => key))
  const gone = stored.map(({ key }) => key).filter((key) => !known.has(key))
  // Values of a statement are sent in the address of a request.
  for (let at = 0; at < gone.length; at += KEYS_A_STATEMENT)
    await olap.write(
      `DELETE FROM ${entriesTable} WHERE list_id = {list:String}
        AND lower(hex(reinterpretAsFixedString(key))) IN {gone:Array(String)}`,
      { list: optOutListId, gone: gone.slice(at, at + KEYS_A_STATEMENT) },
    )
}

/** Removes one entry from the engine's copy. */
export async function removeOptOutEntry(
  olap: Olap,
  { form, key }: { form: EntryForm; key: string },
): Promise<void> {
  await prepareOptOutTables(olap)
  await olap.write(
    `DELETE FROM ${entriesTable} WHERE list_id = {list:String} AND form = {form:UInt8}
      AND lower(hex(reinterpretAsFixedString(key))) = {key:String}`,
    { list: optOutListId, form: formNo(form), key },
  )
}
