import { readFileSync } from 'node:fs'
import { nothingMarks } from '../cells/blank-cells.ts'
import { type BlockColumn, numberBytes, RowBlock } from './row-block.ts'
import { outputRoom, RowScanner, roomFor } from './row-scanner.ts'
import type { FileScan } from './scan-options.ts'

/** Byte addresses in the kernel's memory, as plain-rows.wat has them. */
const at = {
  /** Where the next row begins in the input. */
  position: 0,
  /** Whether the kernel stopped as a column had no room. */
  isFull: 4,
  /** A byte a column: whether it is written. */
  kept: 64,
  /** 32 bits a column: the address of its marks. */
  marks: 2048,
  /** 32 bits a column: how many cells were blank. */
  blanks: 4096,
  always: 8192,
  typed: 20_480,
  /** 32 bits a column: the address of its next cell, and the last one at which that may begin. */
  next: 32_768,
  limits: 40_960,
  /** The same of the numbers of rows. */
  nextNumber: 34_816,
  numberLimit: 43_008,
  rooms: 65_536,
} as const

/** Zeros after the input, where the kernel stops. It looks at 16 bytes at a time, and at a few bytes after one. */
const slack = 64
const pageBytes = 65_536
/** Bytes that all columns have for the cells of some rows, and what one has of them. */
const allRoom = 4 * 1024 * 1024
const [leastRoom, mostRoom] = [16 * 1024, 256 * 1024]
/** 16 bytes are written at a time, and the length of a text may have three. */
const roomLeft = 48

type Kernel = {
  /** Gives the number of rows. */
  scan(
    position: number,
    end: number,
    number: number,
    delimiter: number,
    columns: number,
    isQuoted: number,
    hasWords: number,
  ): number
}

const module = new WebAssembly.Module(readFileSync(new URL('./plain-rows.wasm', import.meta.url)))

/** What the cells of the file's column at `index` are called in a block. */
export const cellName = (index: number): string => `i${index}`

/**
 * A scanner that gives blocks of columns, with a kernel for plain rows. Most rows of most files need no repair: their
 * cells are copied, trimmed and counted, which was three quarters of the cost of reading a file. The kernel does it for 16
 * bytes at a time, and stops before a row that has anything else: a quote within a cell, a character reference, a word
 * that may say nothing, another number of cells. Such a row is `RowScanner`'s, so the kernel rejects and repairs nothing.
 *
 * Both write the cells of a row to where each column has room for some rows; from there they go into the block.
 */
export class PlainRowScanner extends RowScanner {
  private readonly memory: WebAssembly.Memory
  private readonly kernel: Kernel
  private readonly columns: number
  /** The columns of the file that are written, in their order. */
  private readonly written: readonly number[]
  private readonly isServed: boolean
  private readonly room: number
  private readonly inputAt: number
  private bytes: Uint8Array
  private words: Int32Array
  private readonly block: RowBlock
  /** Where the next cell of a line begins in `out`. */
  private lineAt = 0

  constructor(options: FileScan) {
    super({ ...options, isNumbered: true })
    const { columns, strays, isEscaped, crEndsRow } = options
    this.columns = columns
    this.isServed = !(isEscaped || crEndsRow || strays?.hasRepeats || strays?.hasFooter)
    this.written = Array.from({ length: columns }, (_, index) => index).filter(
      (index) => options.kept?.[index] ?? true,
    )
    this.block = new RowBlock([
      { name: 'row', type: 'UInt64' },
      ...this.written.map((index): BlockColumn => ({ name: cellName(index), type: 'String' })),
    ])
    // Numbers of 64 bits lie at multiples of 8.
    this.room = Math.min(mostRoom, Math.max(leastRoom, Math.floor(allRoom / (columns + 1) / 8) * 8))
    this.inputAt = at.rooms + (columns + 1) * this.room
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((this.inputAt + slack) / pageBytes) })
    this.kernel = new WebAssembly.Instance(module, { env: { memory: this.memory } }).exports as Kernel
    this.bytes = new Uint8Array(this.memory.buffer)
    this.words = new Int32Array(this.memory.buffer)
    this.bytes.set(nothingMarks.always, at.always)
    this.bytes.set(nothingMarks.typed, at.typed)
    for (let column = 0; column < columns; column++)
      this.words[at.marks / 4 + column] = options.typed?.[column] ? at.typed : at.always
    for (const column of this.written) this.bytes[at.kept + column] = 1
    for (let column = 0; column < columns; column++) {
      this.words[at.next / 4 + column] = this.roomAt(column)
      this.words[at.limits / 4 + column] = this.roomAt(column) + this.longestCell
    }
    this.words[at.nextNumber / 4] = this.roomAt(columns)
    this.words[at.numberLimit / 4] = this.roomAt(columns) + this.longestCell
  }

  /** Takes the next bytes of the file, and gives the blocks that they fill, in pieces that are valid until the next one. */
  *scan(chunk: Uint8Array, isLast = false): Generator<Uint8Array> {
    this.push(chunk, isLast)
    this.fillBlock()
    if (isLast || this.block.isFull) yield* this.block.take()
  }

  protected override makeRoom(bytes: number): void {
    const { inputAt } = this
    if (bytes > this.input.length) {
      const room = roomFor(bytes)
      const missing = inputAt + room + slack - this.bytes.length
      if (missing > 0) this.memory.grow(Math.ceil(missing / pageBytes))
      // Memory that has grown is another buffer: views of the one before are empty.
      const { buffer } = this.memory
      this.bytes = new Uint8Array(buffer)
      this.words = new Int32Array(buffer)
      this.input = Buffer.from(buffer, inputAt, room)
      this.out = Buffer.allocUnsafe(outputRoom(room))
    }
    this.bytes.fill(0, inputAt + bytes, inputAt + bytes + slack)
  }

  protected override plainRows(pos: number): number {
    if (!this.isServed) return pos
    const { options, words, inputAt } = this
    let from = pos
    for (;;) {
      const rows = this.kernel.scan(
        inputAt + from,
        inputAt + this.end,
        this.rows + 1,
        options.delimiter.charCodeAt(0),
        this.columns,
        options.isQuoted ? 1 : 0,
        options.asWritten ? 0 : 1,
      )
      this.rows += rows
      this.line += rows
      this.countBlanks()
      from = (words[at.position / 4] as number) - inputAt
      // A row whose cell is longer than all the room of its column is the scanner's.
      if (words[at.isFull / 4] === 0 || this.hasRoom(this.longestCell)) return from
      this.fillBlock()
    }
  }

  private countBlanks(): void {
    const { words, blanks } = this
    const first = at.blanks / 4
    for (let column = 0; column < this.columns; column++) {
      blanks[column] = (blanks[column] as number) + (words[first + column] as number)
      words[first + column] = 0
    }
  }

  protected override keep(before: number): void {
    super.keep(before)
    this.moveRow(before)
    this.p = before
  }

  /** Moves the row that the scanner has written as a line from `from` on to where the columns have room. */
  private moveRow(from: number): void {
    const { out, words, written } = this
    const bytes = this.p - from
    // A row that may not fit goes straight into the block.
    const long = bytes > this.longestCell ? Buffer.allocUnsafe(bytes + roomLeft) : undefined
    if (long || !this.hasRoom(bytes)) this.fillBlock()
    // Behind its number.
    this.lineAt = out.indexOf(tab, from) + 1
    for (let index = 0; index < written.length; index++) {
      const slot = at.next / 4 + (written[index] as number)
      if (long) this.block.append(index + 1, long.subarray(0, this.moveCell(long, 0)))
      else words[slot] = this.moveCell(this.bytes, words[slot] as number)
    }
    this.writeNumber()
    if (long) this.fillBlock()
  }

  /** Moves the next cell of the line to `first` of `target`, as a block has it; gives where it ends there. */
  private moveCell(target: Uint8Array, first: number): number {
    const line = this.out
    let from = this.lineAt
    let to = first + 1
    for (;;) {
      const byte = line[from++] as number
      if (byte === tab || byte === newline) break
      // A line break is `\\n`, a backslash is two.
      if (byte === backslash) target[to++] = line[from++] === backslash ? backslash : newline
      else target[to++] = byte
    }
    this.lineAt = from
    const length = to - first - 1
    if (length < 128) {
      target[first] = length
      return to
    }
    const prefix = numberBytes(length)
    target.copyWithin(first + prefix.length, first + 1, to)
    target.set(prefix, first)
    return first + prefix.length + length
  }

  /** The last row's number, as 64 bits. */
  private writeNumber(): void {
    const { words } = this
    const address = words[at.nextNumber / 4] as number
    words[address / 4] = this.rows % 2 ** 32
    words[address / 4 + 1] = Math.floor(this.rows / 2 ** 32)
    words[at.nextNumber / 4] = address + 8
  }

  private get longestCell(): number {
    return this.room - roomLeft
  }

  /** Whether each column has room for so many bytes more. */
  private hasRoom(bytes: number): boolean {
    const { words } = this
    for (let column = 0; column < this.columns; column++) {
      const next = words[at.next / 4 + column] as number
      if (next + bytes > (words[at.limits / 4 + column] as number)) return false
    }
    return (words[at.nextNumber / 4] as number) + bytes <= (words[at.numberLimit / 4] as number)
  }

  private roomAt(column: number): number {
    return at.rooms + column * this.room
  }

  /** Moves the cells of all columns into the block. */
  private fillBlock(): void {
    const numbers = this.emptyRoom(this.columns, { slot: at.nextNumber / 4, index: 0 })
    for (const [index, column] of this.written.entries())
      this.emptyRoom(column, { slot: at.next / 4 + column, index: index + 1 })
    this.block.rows += numbers / 8
  }

  private emptyRoom(column: number, { slot, index }: { slot: number; index: number }): number {
    const cells = this.bytes.subarray(this.roomAt(column), this.words[slot] as number)
    this.block.append(index, cells)
    this.words[slot] = this.roomAt(column)
    return cells.length
  }
}

const tab = 9
const newline = 10
const backslash = 92
