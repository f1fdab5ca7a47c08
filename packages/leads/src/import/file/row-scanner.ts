import { isUtf8 } from 'node:buffer'
import { CellScanner, needMore } from './cell-scanner.ts'
import { limits, type ScanOptions } from './scan-options.ts'
import { isFooter } from './stray-rows.ts'

/**
 * Splits UTF-8 bytes of a delimited file into lines whose cells are parted by tabs, clean enough that nothing has to be
 * done to them: unquoted and trimmed, "nothing" words emptied, character references decoded, tabs turned into spaces, line
 * breaks escaped. Works on bytes, as a string per cell would cost more than everything else.
 *
 * Only a whole row is written; anything else is reported to `onReject`. A quote that is not closed within
 * `limits.cellBytes`, or that closes oddly on a later line, loses only its first line: scanning goes on at the next.
 */
export class RowScanner extends CellScanner {
  /** Rows of data seen: stored and rejected. Blank lines are no rows. */
  rows = 0
  rejected = 0
  line = 1
  /** Per column: cells left empty, over the rows written. */
  readonly blanks: Float64Array

  private toSkip: number
  /** Titles and header as they are in the file. */
  private readonly skipped: string[] = []
  private resyncs = 0
  private isDiscarding = false
  private carry: Buffer = Buffer.alloc(0)
  /** The bytes left from before, and the next ones. Reused: new ones keep the garbage collector busy. */
  protected input: Buffer = this.carry

  constructor(options: ScanOptions) {
    super(options)
    this.toSkip = options.skipRows ?? 0
    this.blanks = new Float64Array(options.columns ?? limits.columns)
  }

  /**
   * Takes the next bytes and gives the rows they complete, valid until the next call: new memory for each call would
   * keep the garbage collector busier than the scanning. `isLast` ends the file.
   */
  push(chunk: Uint8Array, isLast = false): Buffer {
    const { carry } = this
    this.end = carry.length + chunk.length
    this.makeRoom(this.end)
    this.input.set(carry)
    this.input.set(chunk, carry.length)
    this.buf = this.input.subarray(0, this.end)
    this.isLast = isLast
    this.p = 0
    const parts: Buffer[] = []
    const sound = isUtf8(this.buf.subarray(0, this.lastLineEnd()))
    let pos = 0
    for (;;) {
      if (sound && this.toSkip === 0 && !this.isDiscarding) pos = this.plainRows(pos)
      if (pos >= this.end) break
      if (this.p + (this.end - pos) * 2 + 64 > this.out.length) this.flush(parts)
      const next = this.isDiscarding ? this.discard(pos) : this.row(pos, sound)
      if (next === needMore) break
      pos = next
    }
    this.carry = Buffer.from(this.buf.subarray(pos))
    if (parts.length === 0) return this.out.subarray(0, this.p)
    this.flush(parts)
    return Buffer.concat(parts)
  }

  /** Makes `input` and `out` large enough for so many bytes of the file; what they hold may be lost. */
  protected makeRoom(bytes: number): void {
    if (bytes <= this.input.length) return
    this.input = Buffer.allocUnsafe(roomFor(bytes))
    this.out = Buffer.allocUnsafe(outputRoom(this.input.length))
  }

  /** Writes the next rows as `row` does, as long as there is a quicker way for them; gives where it stopped. */
  protected plainRows(pos: number): number {
    return pos
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
    if (this.options.isNumbered) this.writeDigits(this.rows + 1)
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

  /** A row whose end is not in the buffer yet, or that exceeds the limits. */
  private unfinished(start: number, before: number): number {
    this.p = before
    if (this.isBroken) return this.resync(start)
    if (this.end - start <= limits.rowBytes) return needMore
    this.reject(start, 'the row is longer than 4 MiB')
    this.isDiscarding = true
    return this.end
  }

  /** Rejects the first line of a quoted cell that cannot be right; the rest is scanned anew. */
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
      if (this.options.strays?.hasRepeats) this.skipped.push(this.textOf(start, pos))
    } else {
      const reason = this.flaw || this.strayed(start, pos) || this.miscount()
      if (reason === '') this.keep(before)
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

  private textOf(start: number, end: number): string {
    return this.buf.toString('latin1', start, end).trim()
  }

  /** Why a row is no lead. One that leaves cells off may be a note, although the sample shows none. */
  private strayed(start: number, end: number): string {
    const { strays, isRagged, columns = 0 } = this.options
    if (strays?.hasRepeats && this.skipped.includes(this.textOf(start, end))) return 'the header again'
    const mayBe = columns > 2 && (strays?.hasFooter || (isRagged && this.cells < columns))
    if (!mayBe) return ''
    const text = this.textOf(start, Math.min(end, start + 400))
    return isFooter(text, this.cells - this.blankCells) ? 'a total or a note, no lead' : ''
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

  /** Counts the row, whose line begins at `before` in `out`. */
  protected keep(_before: number): void {
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

  private writeDigits(value: number): void {
    let end = this.p + 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++
    this.p = end
    for (let rest = value; rest > 0; rest = Math.floor(rest / 10)) this.out[--end] = 48 + (rest % 10)
  }
}

/** More broken quotes than in a file with a few bad rows: refused, as each costs a megabyte of looking ahead. */
export class BrokenQuotes extends Error {
  readonly line: number
  constructor(line: number) {
    super(`Quotes that are never closed, again and again, up to line ${line}`)
    this.line = line
  }
}

/** Bytes to take at once for so many: what is left of a row varies. */
export const roomFor = (bytes: number): number => Math.ceil(bytes * 1.25)

/** Bytes of output for so many of input: a byte may become two, and rows get numbers. More than that is flushed. */
export const outputRoom = (bytes: number): number => bytes * 2 + 64 * 1024
