import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import {
  decodeFooter,
  ENTRY_BYTES,
  encodeFooter,
  type Footer,
  footerAt,
  NEWLINE,
  readEntry,
} from './layout.ts'

/** Most texts are shorter: they are read at once. */
const USUAL_TEXT_BYTES = 1_024
const ENTRIES_AT_ONCE = 100_000

/**
 * A file of packed rows that is open. Its layout is in `layout.ts`. It waits for the disk: for a thread of its own, where
 * fifty texts take a third of what they take as a hundred readings of the server's thread.
 */
export class PackedFile {
  private readonly file: number
  private readonly footer: Footer
  private leadsNow: number

  private constructor(file: number, footer: Footer) {
    this.file = file
    this.footer = footer
    this.leadsNow = footer.leads
  }

  /** @throws Error when there is no such file, or when it is not whole */
  static open(path: string): PackedFile {
    const file = openSync(path, 'r+')
    try {
      const { size } = fstatSync(file)
      const at = footerAt(size)
      return new PackedFile(file, decodeFooter(readAt(file, at, size - at), size))
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  /** The engine's id of the table that the texts are of. */
  get table(): string {
    return this.footer.table
  }

  get leads(): number {
    return this.leadsNow
  }

  /** The texts of those of the rows that are there, in the order of the rows. @throws Error when the file is damaged */
  read(rows: readonly number[]): string[] {
    const places = rows.map((row) => this.placeOf(row)).filter((place) => place !== 0)
    return places.map((place) => this.readLine(place).toString('utf8'))
  }

  /** Overwrites the texts of leads on the disk. May be cut short and repeated. @throws Error when the file is damaged */
  erase(rows: readonly number[]): void {
    for (const row of rows) {
      const place = this.placeOf(row)
      if (place === 0) continue
      // The text goes first: without its entry nobody would find it again.
      writeSync(this.file, Buffer.alloc(this.readLine(place).length, ' '), 0, undefined, place)
      writeSync(this.file, Buffer.alloc(ENTRY_BYTES), 0, undefined, this.entryAt(row))
      this.leadsNow -= 1
    }
    const footer = encodeFooter({ ...this.footer, leads: this.leadsNow })
    writeSync(this.file, footer, 0, undefined, footerAt(fstatSync(this.file).size))
    fdatasyncSync(this.file)
  }

  /** All rows that have a text, in ascending order, many at a time. */
  *rows(): Generator<number[]> {
    const { entries } = this.footer
    for (let first = 0; first < entries; first += ENTRIES_AT_ONCE) {
      const count = Math.min(ENTRIES_AT_ONCE, entries - first)
      const bytes = readAt(this.file, this.entryAt(first), count * ENTRY_BYTES)
      const found: number[] = []
      for (let i = 0; i < count; i += 1) if (readEntry(bytes, i * ENTRY_BYTES) !== 0) found.push(first + i)
      yield found
    }
  }

  close(): void {
    closeSync(this.file)
  }

  private entryAt(row: number): number {
    return this.footer.entriesAt + row * ENTRY_BYTES
  }

  /** @returns where the text of a row begins, 0 where there is none */
  private placeOf(row: number): number {
    if (row >= this.footer.entries) return 0
    return readEntry(readAt(this.file, this.entryAt(row), ENTRY_BYTES), 0)
  }

  /** Without its end. */
  private readLine(place: number): Buffer {
    const { entriesAt } = this.footer
    for (let bytes = USUAL_TEXT_BYTES; place < entriesAt; bytes *= 16) {
      const some = readAt(this.file, place, Math.min(bytes, entriesAt - place))
      const end = some.indexOf(NEWLINE)
      if (end >= 0) return some.subarray(0, end)
      if (some.length < bytes) break
    }
    throw new Error('A file of packed rows is damaged')
  }
}

function readAt(file: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  if (readSync(file, buffer, 0, bytes, at) !== bytes) throw new Error('A file of packed rows ends early')
  return buffer
}
