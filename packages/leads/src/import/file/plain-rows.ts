import { readFileSync } from 'node:fs'
import { nothingMarks } from '../cells/blank-cells.ts'
import { outputRoom, RowScanner, roomFor } from './row-scanner.ts'
import { limits, type ScanOptions } from './scan-options.ts'

/** Byte addresses in the kernel's memory, as plain-rows.wat has them. */
const at = {
  /** Where the next row begins in the input, and in the output. */
  position: 0,
  output: 4,
  /** The address of the first digit of the next row's number. */
  firstDigit: 8,
  /** The end of those digits. */
  digitsEnd: 32,
  /** A byte a column: whether it is written. */
  kept: 64,
  /** 32 bits a column: the address of its marks. */
  marks: 2048,
  /** 32 bits a column: how many cells were blank. */
  blanks: 4096,
  always: 8192,
  typed: 20_480,
  input: 65_536,
} as const

/** Zeros after the input, where the kernel stops. It looks at 16 bytes at a time, and at a few bytes after one. */
const slack = 64
const pageBytes = 65_536

type Kernel = {
  /** Gives the number of rows. */
  scan(
    position: number,
    end: number,
    output: number,
    room: number,
    delimiter: number,
    columns: number,
    isQuoted: number,
    hasWords: number,
  ): number
}

const module = new WebAssembly.Module(readFileSync(new URL('./plain-rows.wasm', import.meta.url)))

/**
 * A scanner with a kernel for plain rows. Most rows of most files need no repair: their cells are copied, trimmed and
 * counted, which was three quarters of the cost of reading a file. The kernel does it for 16 bytes at a time, and stops
 * before a row that has anything else: a quote within a cell, a character reference, a word that may say nothing, another
 * number of cells. Such a row is `RowScanner`'s, so the kernel rejects and repairs nothing.
 */
export class PlainRowScanner extends RowScanner {
  private readonly memory = new WebAssembly.Memory({ initial: 2 })
  private readonly kernel = new WebAssembly.Instance(module, { env: { memory: this.memory } })
    .exports as Kernel
  private readonly columns: number
  private bytes = new Uint8Array(this.memory.buffer)
  private words = new Int32Array(this.memory.buffer)
  private outputAt: number = at.input

  constructor(options: ScanOptions & { readonly columns: number }) {
    super(options)
    this.columns = options.columns
    this.bytes.set(nothingMarks.always, at.always)
    this.bytes.set(nothingMarks.typed, at.typed)
    for (let column = 0; column < this.columns; column++) {
      this.bytes[at.kept + column] = (options.kept?.[column] ?? true) ? 1 : 0
      this.words[at.marks / 4 + column] = options.typed?.[column] ? at.typed : at.always
    }
  }

  protected override makeRoom(bytes: number): void {
    if (bytes > this.input.length) {
      const room = roomFor(bytes)
      this.outputAt = at.input + room + slack
      const missing = this.outputAt + outputRoom(room) - this.bytes.length
      if (missing > 0) this.memory.grow(Math.ceil(missing / pageBytes))
      // Memory that has grown is another buffer: views of the one before are empty.
      const { buffer } = this.memory
      this.bytes = new Uint8Array(buffer)
      this.words = new Int32Array(buffer)
      this.input = Buffer.from(buffer, at.input, room)
      this.out = Buffer.from(buffer, this.outputAt, outputRoom(room))
    }
    const end = at.input + bytes
    this.bytes.fill(0, end, end + slack)
  }

  protected override plainRows(pos: number): number {
    const { options, words } = this
    words[at.firstDigit / 4] = this.writeDigits()
    const rows = this.kernel.scan(
      at.input + pos,
      at.input + this.end,
      this.outputAt + this.p,
      this.outputAt + this.out.length,
      options.delimiter.charCodeAt(0),
      this.columns,
      options.isQuoted ? 1 : 0,
      options.asWritten ? 0 : 1,
    )
    if (rows === 0) return pos
    this.rows += rows
    this.line += rows
    this.countBlanks()
    this.p = (words[at.output / 4] as number) - this.outputAt
    return (words[at.position / 4] as number) - at.input
  }

  /** Writes the next row's number; gives the address of its first digit. */
  private writeDigits(): number {
    const digits = String(this.rows + 1)
    const first = at.digitsEnd - digits.length
    for (let i = 0; i < digits.length; i++) this.bytes[first + i] = digits.charCodeAt(i)
    return first
  }

  private countBlanks(): void {
    const { words, blanks } = this
    const first = at.blanks / 4
    for (let column = 0; column < this.columns; column++) {
      blanks[column] = (blanks[column] as number) + (words[first + column] as number)
      words[first + column] = 0
    }
  }
}

/** The scanner for a file: with the kernel, where its rows can be plain. */
export function openScanner(options: ScanOptions): RowScanner {
  const { columns, strays, isEscaped, crEndsRow } = options
  const isOdd = isEscaped || crEndsRow || strays?.hasRepeats || strays?.hasFooter
  const isServed = options.isNumbered && !isOdd && columns !== undefined && columns <= limits.columns
  return isServed ? new PlainRowScanner({ ...options, columns }) : new RowScanner(options)
}
