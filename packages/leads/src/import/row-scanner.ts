import { isUtf8 } from 'node:buffer'
import { blankStarts, longestBlank, saysNothing } from './blank-cells.ts'
import { decodeEntity, longestEntity } from './entities.ts'

export const limits = {
  cellBytes: 1024 * 1024,
  rowBytes: 4 * 1024 * 1024,
  columns: 500,
  resyncs: 200,
} as const

export type Reject = {
  /** 1-based line of the file on which the row starts. */
  readonly line: number
  /** 1-based row of data. */
  readonly row: number
  readonly reason: string
  /** The first 200 bytes of the row as they stand. */
  readonly raw: string
}

export type ScanOptions = {
  readonly delimiter: string
  readonly isQuoted: boolean
  /** Lines end with a carriage return alone. */
  readonly crEndsRow: boolean
  /** Cells a row must have; undefined accepts any number, for looking at a sample. */
  readonly columns?: number
  /** Rows may leave off empty cells at their end. */
  readonly isRagged?: boolean
  /** Per column: written to the output. All when absent. */
  readonly kept?: readonly boolean[]
  /** Per column: `None` and `-999` are no values either. */
  readonly typed?: readonly boolean[]
  /** Rows of data before the first: the header and what stands above it. */
  readonly skipRows?: number
  /** Each output row starts with its number. */
  readonly isNumbered?: boolean
  onReject?(reject: Reject): void
}

const plain = 0
const delimiterByte = 1
const lineFeed = 2
const carriageReturn = 3
const escaped = 4
const nul = 5
const ampersand = 6
const tab = 7
const quote = 34
const space = 32
const needMore = -1

/**
 * Splits UTF-8 bytes of a delimited file into rows of TabSeparated, clean enough for the engine to take without a
 * question: cells unquoted and trimmed, "nothing" words emptied, character references decoded, tabs turned into spaces,
 * line breaks escaped. Works on bytes, as a string per cell would cost more than all the rest.
 *
 * A row is only written when it is whole; what is not one is told to `onReject`. A quote that is not closed within
 * `limits.cellBytes`, or that closes oddly on a later line, costs its first line only: scanning goes on at the next.
 */
export class RowScanner {
  /** Rows of data seen: stored and rejected. Blank lines are no rows. */
  rows = 0
  rejected = 0
  line = 1
  /** Per column: cells left empty, over the rows written. */
  readonly blanks: Float64Array

  private readonly options: ScanOptions
  private readonly classes = new Uint8Array(256)
  private readonly rowBlanks: Uint32Array
  private toSkip: number
  private resyncs = 0
  private isDiscarding = false
  private carry: Buffer = Buffer.alloc(0)
  private buf: Buffer = this.carry
  private end = 0
  private isLast = false
  private out: Buffer = Buffer.alloc(0)
  private p = 0
  // The row at hand.
  private cells = 0
  private blankCells = 0
  private lines = 0
  private flaw = ''
  private isBroken = false
  private isLineEnd = false

  constructor(options: ScanOptions) {
    this.options = options
    this.toSkip = options.skipRows ?? 0
    this.blanks = new Float64Array(options.columns ?? limits.columns)
    this.rowBlanks = new Uint32Array(options.columns ?? limits.columns)
    this.classes[0] = nul
    this.classes[9] = tab
    this.classes[10] = lineFeed
    this.classes[13] = carriageReturn
    this.classes[38] = ampersand
    this.classes[92] = escaped
    this.classes[options.delimiter.charCodeAt(0)] = delimiterByte
  }

  /** Takes the next bytes and gives the rows they complete; `isLast` ends the file. */
  push(chunk: Uint8Array, isLast = false): Buffer {
    this.buf = this.carry.length > 0 ? Buffer.concat([this.carry, chunk]) : asBuffer(chunk)
    this.end = this.buf.length
    this.isLast = isLast
    const room = this.buf.length * 2 + 64 * 1024
    if (this.out.length < room) this.out = Buffer.allocUnsafe(room)
    this.p = 0
    const parts: Buffer[] = []
    const sound = isUtf8(this.buf.subarray(0, this.lastLineEnd()))
    let pos = 0
    while (pos < this.end) {
      if (this.p + (this.end - pos) * 2 + 64 > this.out.length) this.flush(parts)
      const next = this.isDiscarding ? this.discard(pos) : this.row(pos, sound)
      if (next === needMore) break
      pos = next
    }
    this.carry = Buffer.from(this.buf.subarray(pos))
    this.flush(parts)
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  }

  private flush(parts: Buffer[]): void {
    parts.push(Buffer.from(this.out.subarray(0, this.p)))
    this.p = 0
  }

  private lastLineEnd(): number {
    if (this.isLast) return this.end
    return this.buf.lastIndexOf(this.options.crEndsRow ? 13 : 10) + 1
  }

  /** One row from `start`; gives where the next begins. */
  private row(start: number, sound: boolean): number {
    const before = this.p
    this.cells = 0
    this.blankCells = 0
    this.lines = 0
    this.flaw = ''
    this.isBroken = false
    this.isLineEnd = false
    if (this.options.isNumbered) this.writeNumber(this.rows + 1)
    let pos = start
    while (!this.isLineEnd) {
      if (this.cells > 0 || this.options.isNumbered) this.out[this.p++] = 9
      pos = this.cell(pos)
      if (pos === needMore) return this.unfinished(start, before)
      this.cells++
    }
    this.out[this.p++] = 10
    if (pos - start > limits.rowBytes) this.flaw = 'the row is longer than 4 MiB'
    if (!sound && !isUtf8(this.buf.subarray(start, pos))) this.flaw = 'bytes that are not UTF-8'
    this.endRow(start, pos, before)
    return pos
  }

  /** A row whose end is not in the buffer yet, or that grew past the limits. */
  private unfinished(start: number, before: number): number {
    this.p = before
    if (this.isBroken) return this.resync(start)
    if (this.end - start <= limits.rowBytes) return needMore
    this.reject(start, 'the row is longer than 4 MiB')
    this.isDiscarding = true
    return this.end
  }

  /** The first line of a quoted cell that cannot be right is rejected; the rest is scanned anew. */
  private resync(start: number): number {
    this.resyncs++
    if (this.resyncs > limits.resyncs) throw new BrokenQuotes(this.line)
    this.reject(start, this.flaw)
    const at = this.buf.indexOf(this.options.crEndsRow ? 13 : 10, start)
    if (at < 0) {
      this.isDiscarding = !this.isLast
      return this.end
    }
    this.line++
    return at + 1
  }

  private discard(pos: number): number {
    const at = this.buf.indexOf(this.options.crEndsRow ? 13 : 10, pos)
    if (at < 0) return this.end
    this.isDiscarding = false
    this.line++
    return at + 1
  }

  private endRow(start: number, pos: number, before: number): void {
    if (this.cells === 1 && this.blankCells === 1 && this.isBlankLine(start, pos)) this.p = before
    else if (this.toSkip > 0) {
      this.toSkip--
      this.p = before
    } else {
      const reason = this.flaw || this.miscount()
      if (reason === '') this.keep()
      else {
        this.p = before
        this.reject(start, reason, pos)
      }
    }
    this.line += 1 + this.lines
  }

  private isBlankLine(start: number, end: number): boolean {
    return this.flaw === '' && this.buf.toString('latin1', start, end).trim() === ''
  }

  private miscount(): string {
    const { columns, isRagged } = this.options
    if (columns === undefined) return ''
    if (this.blankCells === this.cells) return 'no cell has a value'
    // Cells beyond the header's are only counted when they hold something: see `endCell`.
    if (this.cells < columns && isRagged) {
      this.p--
      for (let column = this.cells; column < columns; column++) {
        if (this.options.kept?.[column] ?? true) this.out[this.p++] = 9
        this.rowBlanks[this.blankCells++] = column
      }
      this.out[this.p++] = 10
      return ''
    }
    return this.cells < columns ? `${this.cells} cells where the header has ${columns}` : ''
  }

  private keep(): void {
    this.rows++
    for (let i = 0; i < this.blankCells; i++) {
      const column = this.rowBlanks[i] ?? 0
      this.blanks[column] = (this.blanks[column] ?? 0) + 1
    }
  }

  private reject(start: number, reason: string, end = this.end): void {
    if (this.toSkip > 0) {
      this.toSkip--
      return
    }
    this.rows++
    this.rejected++
    const raw = this.buf.toString('utf8', start, Math.min(start + 200, end)).replace(/[\r\n]+$/, '')
    this.options.onReject?.({ line: this.line, row: this.rows, reason, raw })
  }

  /** One cell from `pos`; gives where the next begins, with `isLineEnd` set after the row's last. */
  private cell(pos: number): number {
    const { buf, end } = this
    let at = pos
    while (at < end) {
      if (buf[at] === space || (buf[at] === 9 && this.classes[9] === tab)) at++
      else if (buf[at] === 0xc2 && buf[at + 1] === 0xa0) at += 2
      else break
    }
    if (buf[at] === quote && at < end && this.options.isQuoted) return this.quotedCell(at + 1)
    return this.plainCell(at)
  }

  private plainCell(from: number): number {
    const { buf, end, out, classes } = this
    const start = this.p
    let p = start
    let pos = from
    for (;;) {
      if (pos >= end) {
        if (!this.isLast) return needMore
        this.isLineEnd = true
        break
      }
      const byte = buf[pos++] as number
      const kind = classes[byte]
      if (kind === plain) out[p++] = byte
      else if (kind === delimiterByte) break
      else if (kind === lineFeed) {
        this.isLineEnd = true
        break
      } else if (kind === carriageReturn) {
        if (pos >= end && !this.isLast) return needMore
        if (this.options.crEndsRow || buf[pos] === 10 || pos >= end) {
          if (buf[pos] === 10) pos++
          this.isLineEnd = true
          break
        }
        out[p++] = space
      } else {
        this.p = p
        pos = this.special(pos - 1, kind as number)
        p = this.p
      }
    }
    while (p > start && out[p - 1] === space) p--
    this.endCell(start, p, pos - from)
    return pos
  }

  private quotedCell(from: number): number {
    const { buf, end, out, classes } = this
    const start = this.p
    let p = start
    let solid = p
    let lines = 0
    let pos = from
    for (;;) {
      if (pos >= end)
        return this.isLast ? this.broken('a quote is opened and never closed') : this.waiting(from)
      const byte = buf[pos++] as number
      if (byte === quote) {
        if (pos >= end && !this.isLast) return needMore
        if (buf[pos] === quote && pos < end) pos++
        else {
          const next = this.afterQuote(pos)
          if (next === needMore) return needMore
          if (next >= 0) {
            pos = next
            break
          }
          if (lines > 0) return this.broken('a quote is opened and not closed on its line')
        }
        out[p++] = quote
        solid = p
        continue
      }
      const kind = classes[byte]
      if (kind === plain || kind === delimiterByte) {
        if (byte === space && p === start) continue
        out[p++] = byte === 9 ? space : byte
        if (byte !== space) solid = p
      } else if (kind === lineFeed || kind === carriageReturn) {
        if (kind === carriageReturn && buf[pos] === 10) pos++
        lines++
        if (p === start) continue
        out[p++] = 92
        out[p++] = 110
      } else {
        this.p = p
        pos = this.special(pos - 1, kind as number)
        p = this.p
        if (kind !== tab) solid = p
      }
    }
    this.lines += lines
    this.endCell(start, solid, pos - from)
    return pos
  }

  /**
   * Behind a quote: the next cell's start when the cell ends here, `needMore`, or -2 when the quote stands inside the
   * text, as in `"Joe "Tiger" Smith"`.
   */
  private afterQuote(from: number): number {
    const { buf, end } = this
    let pos = from
    while (pos < end && buf[pos] === space) pos++
    if (pos >= end) {
      if (!this.isLast) return needMore
      this.isLineEnd = true
      return pos
    }
    const kind = this.classes[buf[pos] as number]
    if (kind === delimiterByte) return pos + 1
    if (kind !== lineFeed && kind !== carriageReturn) return -2
    if (kind === carriageReturn && pos + 1 >= end && !this.isLast) return needMore
    this.isLineEnd = true
    return kind === carriageReturn && buf[pos + 1] === 10 ? pos + 2 : pos + 1
  }

  private broken(flaw: string): number {
    this.flaw = flaw
    this.isBroken = true
    return needMore
  }

  private waiting(from: number): number {
    return this.end - from > limits.cellBytes ? this.broken('a quote is opened and never closed') : needMore
  }

  /** A byte that cannot go out as it is; gives the position behind it. */
  private special(pos: number, kind: number): number {
    if (kind === tab) this.out[this.p++] = space
    else if (kind === nul) this.flaw = 'a NUL byte'
    else if (kind === ampersand) {
      const semicolon = this.buf.subarray(pos + 1, Math.min(pos + longestEntity, this.end)).indexOf(59)
      const text =
        semicolon > 0 ? decodeEntity(this.buf.toString('latin1', pos + 1, pos + 1 + semicolon)) : undefined
      if (text !== undefined) {
        if (text === '\\') this.out[this.p++] = 92
        this.p += this.out.write(text, this.p)
        return pos + semicolon + 2
      }
      this.out[this.p++] = 38
    } else {
      this.out[this.p++] = 92
      this.out[this.p++] = 92
    }
    return pos + 1
  }

  private endCell(start: number, trimmed: number, length: number): void {
    const column = this.cells
    const { columns } = this.options
    let p = trimmed
    while (p - start >= 2 && this.out[p - 1] === 0xa0 && this.out[p - 2] === 0xc2) p -= 2
    if (length > limits.cellBytes) this.flaw = 'a cell is longer than 1 MiB'
    if (p > start && p - start <= longestBlank && this.isBlankWord(start, p)) p = start
    if (columns !== undefined && column >= columns) {
      if (p > start && this.flaw === '') this.flaw = `more cells than the header's ${columns}`
      this.cells = columns - 1
      this.p = start - 1
      return
    }
    if (p === start && this.blankCells < this.rowBlanks.length) this.rowBlanks[this.blankCells++] = column
    if (this.options.kept && !this.options.kept[column]) this.p = start - 1
    else this.p = p
  }

  private isBlankWord(start: number, end: number): boolean {
    const isTyped = this.options.typed?.[this.cells] ?? false
    const first = this.out[start] as number
    if ((isTyped ? blankStarts.typed : blankStarts.always)[first] !== 1) return false
    if (end - start === 1) return first === 45 || first === 46 || first === 63
    const text = this.out.toString('latin1', start, end)
    return saysNothing(text === '\\\\N' ? '\\n' : text, isTyped)
  }

  private writeNumber(value: number): void {
    this.p += this.out.write(String(value), this.p, 'latin1')
  }
}

/** More quotes are broken than a file with a few bad rows has: refused, as each costs a megabyte of looking ahead. */
export class BrokenQuotes extends Error {
  readonly line: number
  constructor(line: number) {
    super(`Quotes that are never closed, again and again, up to line ${line}`)
    this.line = line
  }
}

const asBuffer = (chunk: Uint8Array): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
