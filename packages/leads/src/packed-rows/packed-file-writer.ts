import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { ENTRY_BYTES, encodeFooter, HEAD, NEWLINE, writeEntry } from './layout.ts'

const ROW_BYTES = 4

export type NewPackedFile = {
  readonly path: string
  /** The engine's id of the table that the texts are of. */
  readonly table: string
  readonly lastRow: number
}

/** Writes a file of packed rows, see `layout.ts`. It waits for the disk: for a thread of its own. */
export class PackedFileWriter {
  private readonly file: number
  private readonly table: string
  private readonly entries: Buffer
  private rest: Buffer = Buffer.alloc(0)
  private position = 0
  private leads = 0

  constructor({ path, table, lastRow }: NewPackedFile) {
    this.table = table
    this.entries = Buffer.alloc((lastRow + 1) * ENTRY_BYTES)
    this.file = openSync(path, 'wx', 0o600)
    this.write(Buffer.from(HEAD))
  }

  /**
   * Takes the next bytes of ClickHouse's RowBinary with two columns, `row UInt32` and `text String`, cut anywhere. Source:
   * https://clickhouse.com/docs/interfaces/formats/RowBinary.
   * @throws Error for a row after the last one
   */
  take(bytes: Uint8Array): void {
    const input = Buffer.concat([this.rest, bytes])
    // Each text becomes a line: what is before it takes more room than its end.
    const lines = Buffer.allocUnsafe(input.length)
    let [at, written] = [0, 0]
    for (;;) {
      const text = readLength(input, at + ROW_BYTES)
      if (!text || text.at + text.length > input.length) break
      this.enter(input.readUInt32LE(at), this.position + written)
      at = text.at + text.length
      written += input.copy(lines, written, text.at, at)
      lines[written] = NEWLINE
      written += 1
    }
    this.write(lines.subarray(0, written))
    this.rest = Buffer.from(input.subarray(at))
  }

  /** @returns how many leads there are. @throws Error when the bytes end within a lead */
  end(): number {
    if (this.rest.length > 0) throw new Error('The texts of a version end within a lead')
    const { table, leads, entries, position: entriesAt } = this
    this.write(entries)
    this.write(encodeFooter({ format: 1, table, leads, entriesAt, entries: entries.length / ENTRY_BYTES }))
    // It gets its name next, and has to be whole then, also when the machine loses its power.
    fsyncSync(this.file)
    closeSync(this.file)
    return leads
  }

  private enter(row: number, place: number): void {
    const at = row * ENTRY_BYTES
    if (at >= this.entries.length) throw new Error(`Row ${row} is after the last one`)
    writeEntry(this.entries, at, place)
    this.leads += 1
  }

  private write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at)
    this.position += bytes.length
  }
}

/** A LEB128 number, and where what is after it begins; undefined while it is not all there. */
function readLength(
  bytes: Buffer,
  from: number,
): { readonly length: number; readonly at: number } | undefined {
  let length = 0
  let scale = 1
  for (let at = from; at < bytes.length; at += 1, scale *= 128) {
    const byte = bytes[at] as number
    length += (byte & 127) * scale
    if (byte < 128) return { length, at: at + 1 }
  }
  return undefined
}
