import { maySayNothing, saysNothing } from '../cells/blank-cells.ts'
import { decodeEntity, longestEntity } from '../cells/entities.ts'
import { limits, type ScanOptions } from './scan-options.ts'

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
/** In place of a position: the buffer ends before the cell does. */
export const needMore = -1

/** One cell after another, from the bytes of the file to `out`: unquoted, trimmed, decoded, escaped. */
export class CellScanner {
  protected readonly options: ScanOptions
  protected buf: Buffer = Buffer.alloc(0)
  protected end = 0
  protected isLast = false
  protected out: Buffer = Buffer.alloc(0)
  /** Where the next output goes in `out`. */
  protected p = 0
  // The current row.
  protected cells = 0
  protected blankCells = 0
  protected lines = 0
  protected flaw = ''
  protected isBroken = false
  protected isLineEnd = false
  protected readonly rowBlanks: Uint32Array
  private readonly classes = new Uint8Array(256)

  constructor(options: ScanOptions) {
    this.options = options
    this.rowBlanks = new Uint32Array(options.columns ?? limits.columns)
    this.classes[0] = nul
    this.classes[9] = tab
    this.classes[10] = lineFeed
    this.classes[13] = carriageReturn
    this.classes[38] = ampersand
    this.classes[92] = escaped
    this.classes[options.delimiter.charCodeAt(0)] = delimiterByte
  }

  /** Reads one cell from `pos`; gives where the next begins, with `isLineEnd` set after the row's last. */
  protected cell(pos: number): number {
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
      } else if (kind === escaped && this.options.isEscaped) {
        if (pos >= end && !this.isLast) return needMore
        if (buf[pos] === quote) out[p++] = buf[pos++] as number
        else {
          if (buf[pos] === 92) pos++
          out[p++] = 92
          out[p++] = 92
        }
        solid = p
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
   * After a quote: the next cell's start when the cell ends here, `needMore`, or -2 when the quote is inside the text,
   * as in `"Joe "Tiger" Smith"`.
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
    return this.end - from > limits.cellBytes
      ? this.broken('a quote is opened and not closed within 1 MiB')
      : needMore
  }

  /** Writes a byte that cannot be copied as it is; gives the position after it. */
  private special(pos: number, kind: number): number {
    if (kind === tab) this.out[this.p++] = space
    else if (kind === nul) this.flaw = 'a NUL byte'
    else if (kind === ampersand) {
      const semicolon = this.buf.subarray(pos + 1, Math.min(pos + longestEntity, this.end)).indexOf(59)
      const text =
        semicolon > 0 && !this.options.asWritten
          ? decodeEntity(this.buf.toString('latin1', pos + 1, pos + 1 + semicolon))
          : undefined
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
    if (p > start && !this.options.asWritten && this.isBlankWord(start, p)) p = start
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
    if (!maySayNothing(this.out, start, end, isTyped)) return false
    const text = this.out.toString('latin1', start, end)
    return saysNothing(text === '\\\\N' ? '\\n' : text, isTyped)
  }
}
