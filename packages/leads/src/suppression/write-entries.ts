import type { Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { sniffEncoding, Transcoder } from '../import/file/encoding.ts'
import { openEntryReader, RECORD_BYTES, writeRecord } from './read-entries.ts'
import { type EntryForm, entryForms } from './schema.ts'
import { entriesTable } from './suppressed-leads.ts'

const entryLimits = {
  /** Bytes of one file. */
  bytes: 1_000_000_000,
  lines: 20_000_000,
  /** A longer line is no entry. */
  line: 1_000,
} as const

const RECORDS_A_BLOCK = 8_192

export type StoredEntries = {
  readonly entries: { form: EntryForm; count: number }[]
  /** Lines, blank ones left out, in which no entry could be read. */
  readonly unread: number
}

/**
 * Reads the lines of a list and stores its entries as keys: what they are the digest of is not kept.
 * @throws AppError `payload_too_large`
 */
export async function writeEntries(
  olap: Olap,
  listId: string,
  file: AsyncIterable<Uint8Array>,
): Promise<StoredEntries> {
  const told = { unread: 0 }
  await olap.insert({
    sql: `INSERT INTO ${entriesTable} (list_id, form, key) SELECT {list:String}, form, key
      FROM input('form UInt8, key UInt128')`,
    format: 'RowBinary',
    params: { list: listId },
    body: recordsOf(file, told),
  })
  return { entries: await countEntries(olap, listId), unread: told.unread }
}

async function* recordsOf(
  file: AsyncIterable<Uint8Array>,
  told: { unread: number },
): AsyncGenerator<Uint8Array> {
  const read = openEntryReader()
  let block = Buffer.allocUnsafe(RECORDS_A_BLOCK * RECORD_BYTES)
  let filled = 0
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue
    const entries = line.length > entryLimits.line ? [] : read(line)
    if (entries.length === 0) told.unread++
    for (const entry of entries) {
      writeRecord(entry, block, filled)
      filled += RECORD_BYTES
      if (filled < block.length) continue
      yield block
      block = Buffer.allocUnsafe(RECORDS_A_BLOCK * RECORD_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield block.subarray(0, filled)
}

/** Bytes by which the encoding of a file is told. */
const sniffedBytes = 65_536

/** A file in UTF-8, whatever it is written in: Excel writes UTF-16, and Windows-1252 in its CSV. */
async function* inUtf8(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let head: Uint8Array[] = []
  let transcoder: Transcoder | undefined
  const begin = () => {
    const whole = Buffer.concat(head)
    head = []
    const sniffed = sniffEncoding([whole])
    transcoder = new Transcoder(sniffed)
    return transcoder.decode(whole.subarray(sniffed.markBytes))
  }
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > entryLimits.bytes) throw tooLarge()
    if (transcoder) yield transcoder.decode(chunk)
    else {
      head.push(chunk)
      if (bytes >= sniffedBytes) yield begin()
    }
  }
  if (!transcoder) yield begin()
  if (transcoder) yield transcoder.decode(new Uint8Array(), true)
}

/** Lines, whatever ends them. */
async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let lines = 0
  let rest = ''
  for await (const chunk of inUtf8(file)) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/)
    rest = texts.pop() ?? ''
    // A line that never ends is not kept in memory.
    if (rest.length > entryLimits.line) rest = rest.slice(0, entryLimits.line + 1)
    lines += texts.length
    if (lines > entryLimits.lines) throw tooLarge()
    yield* texts
  }
  yield rest
}

const tooLarge = () =>
  new AppError(
    'payload_too_large',
    `A list may have ${entryLimits.lines.toLocaleString('en-US')} lines and ${entryLimits.bytes / 1_000_000} MB`,
  )

const formRow = z.object({ form: z.coerce.number(), count: z.coerce.number() })

/** Distinct entries by form. Read in the table's order, so that it takes no memory. */
export async function countEntries(olap: Olap, listId: string): Promise<StoredEntries['entries']> {
  const rows = await olap.ask({
    sql: `SELECT form, count() AS count FROM (SELECT form, key FROM ${entriesTable}
        WHERE list_id = {list:String} GROUP BY list_id, form, key)
      GROUP BY form ORDER BY form SETTINGS optimize_aggregation_in_order = 1`,
    params: { list: listId },
    pool: 'writer',
    row: formRow,
    caps: { seconds: 120 },
  })
  return rows.flatMap(({ form, count }) => {
    const name = entryForms[form - 1]
    return name ? [{ form: name, count }] : []
  })
}

/** Removes the entries of lists from the engine. */
export async function removeEntries(olap: Olap, lists: readonly string[]): Promise<void> {
  await olap.write(`DELETE FROM ${entriesTable} WHERE list_id IN {lists:Array(String)}`, { lists })
}
