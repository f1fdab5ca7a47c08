import { AppError } from '@freeor/kernel/errors'

/*
 * The files of the National Do Not Call Registry, as the FTC hands them out. A full list has one number a line: an area
 * code and seven digits with a comma between, or ten digits. A list of changes has more fields: the time of the change,
 * and A for a number that was added or D for one that was deleted. Hundreds of millions of lines are read, so bytes are
 * looked at, not texts.
 */
export type ListKind = 'full' | 'changes'

/** Bytes of a number in a full list's block, and of one with what was done and its line in a list of changes. */
const FULL_BYTES = 8
const CHANGE_BYTES = 17
const RECORDS_A_BLOCK = 65_536
/** A longer line is none of the registry's. */
const LONGEST_LINE = 200

const NEWLINE = 10
const RETURN = 13
const COMMA = 44
const ZERO = 48
const NINE = 57

const mark = [0xef, 0xbb, 0xbf]

type Line = {
  bytes: number
  field: number
  /** Characters of the field, blanks and quotes left out, and the last of them. */
  length: number
  last: number
  digits: number
  /** Whether the number goes on in the second field. */
  isSplit: boolean
  value: number
  /** 1 added, 0 deleted, -1 when the line does not say. */
  change: number
  hasLetters: boolean
}

const openLine = (): Line => ({
  ...{
    bytes: 0,
    field: 0,
    length: 0,
    last: 0,
    digits: 0,
    isSplit: false,
    value: 0,
    change: -1,
    hasLetters: false,
  },
})

export type NumbersReader = {
  /** Blocks in RowBinary: the number, and for a list of changes whether it was added and the line. */
  readonly blocks: AsyncIterable<Uint8Array>
  /** Lines with a number so far. */
  readonly count: () => number
}

/**
 * Which kind of list a file is, told by its first line with a number.
 * @throws AppError invalid_request for a file that has none at its beginning
 */
export function kindOf(beginning: Uint8Array): ListKind {
  const line = openLine()
  for (const byte of beginning) {
    if (byte !== NEWLINE) read(line, byte)
    else if (line.digits > 0 || line.hasLetters) {
      endField(line)
      if (line.digits === 10) return line.change === -1 ? 'full' : 'changes'
      Object.assign(line, openLine())
    }
  }
  endField(line)
  if (line.digits === 10) return line.change === -1 ? 'full' : 'changes'
  throw new AppError('invalid_request', 'No telephone number of ten digits was found at the beginning')
}

function read(line: Line, byte: number): void {
  line.bytes++
  // The byte order mark, with which spreadsheets begin a file.
  if (line.bytes <= mark.length && byte === mark[line.bytes - 1]) return
  if (byte === RETURN || byte === 32 || byte === 9 || byte === 34) return
  if (byte === COMMA) {
    endField(line)
    return
  }
  line.length++
  line.last = byte
  const isDigit = byte >= ZERO && byte <= NINE
  // The number is ten digits of the first field, or three of it and seven of the second.
  const isOfNumber = line.field === 0 || (line.field === 1 && line.isSplit)
  if (isOfNumber && isDigit) {
    line.digits++
    line.value = line.value * 10 + (byte - ZERO)
  } else if (isOfNumber && byte !== 45 && byte !== 40 && byte !== 41) line.hasLetters = true
}

function endField(line: Line): void {
  if (line.field === 0) line.isSplit = line.digits < 10
  else if (line.length === 1) {
    if (line.last === 65 || line.last === 97) line.change = 1
    else if (line.last === 68 || line.last === 100) line.change = 0
  }
  line.field++
  line.length = 0
}

/**
 * The numbers of a file, as they are read. A line that cannot be read refuses the file: a number that was left out would
 * be called. Only a first line without any digit may be a header.
 */
export function readNumbers(file: AsyncIterable<Uint8Array>, kind: ListKind): NumbersReader {
  let [count, lineNo] = [0, 0]
  const size = kind === 'full' ? FULL_BYTES : CHANGE_BYTES
  let block = Buffer.allocUnsafe(RECORDS_A_BLOCK * size)
  let filled = 0
  const line = openLine()
  const end = () => {
    lineNo++
    endField(line)
    const isBlank = line.digits === 0 && !line.hasLetters && line.field === 1
    const isHeader = lineNo === 1 && line.digits === 0 && line.hasLetters
    if (!isBlank && !isHeader) {
      requireNumber(line, kind, lineNo)
      filled = writeRecord(block, filled, { line, kind, lineNo })
      count++
    }
    Object.assign(line, openLine())
  }
  async function* blocks() {
    for await (const chunk of file) {
      // By index: an iterator over bytes takes three times as long.
      for (let i = 0; i < chunk.length; i++) {
        const byte = chunk[i] ?? NEWLINE
        if (byte !== NEWLINE) {
          read(line, byte)
          if (line.bytes > LONGEST_LINE) throw unreadable(lineNo + 1, 'it is too long')
          continue
        }
        end()
        if (filled < block.length) continue
        yield block
        block = Buffer.allocUnsafe(RECORDS_A_BLOCK * size)
        filled = 0
      }
    }
    if (line.bytes > 0) end()
    if (filled > 0) yield block.subarray(0, filled)
  }
  return { blocks: blocks(), count: () => count }
}

function requireNumber({ digits, value, hasLetters, change }: Line, kind: ListKind, lineNo: number): void {
  if (digits !== 10 || hasLetters || value < 2_000_000_000)
    throw unreadable(lineNo, 'an area code and seven digits, or ten digits, were expected')
  if (kind === 'changes' && change === -1) throw unreadable(lineNo, 'it does not say A or D')
  if (kind === 'full' && change !== -1) throw unreadable(lineNo, 'it is of a list of changes')
}

const unreadable = (lineNo: number, why: string) =>
  new AppError('invalid_request', `Line ${lineNo} cannot be read: ${why}. Nothing was changed.`)

type ReadLine = { readonly line: Line; readonly kind: ListKind; readonly lineNo: number }

function writeRecord(block: Buffer, at: number, { line, kind, lineNo }: ReadLine): number {
  writeWhole(block, at, line.value)
  if (kind === 'full') return at + FULL_BYTES
  block[at + 8] = line.change
  writeWhole(block, at + 9, lineNo)
  return at + CHANGE_BYTES
}

/** A whole number below 2^53 as UInt64, lowest byte first. */
function writeWhole(block: Buffer, at: number, value: number): void {
  block.writeUInt32LE(value % 0x1_0000_0000, at)
  block.writeUInt32LE(Math.floor(value / 0x1_0000_0000), at + 4)
}
