import { AppError } from '@freeor/kernel/errors'

/** Large enough that the cost of each write does not matter. */
const PIECE_BYTES = 1 << 20

export type LinesPiece = {
  readonly bytes: Buffer
  /** Lines that have ended by the end of this piece, since the beginning. */
  readonly lines: number
  /** The next line goes into another part: this one has as many as it may. */
  readonly endsPart: boolean
}

/** What one part may hold at most; a line that is larger than that is a part of its own. */
export type PartLimits = { readonly lines: number; readonly bytes: number }

const unlimited: PartLimits = { lines: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

/**
 * Splits a sequence of texts, each with its length before it as a LEB128 number (a String of ClickHouse's RowBinary),
 * and gives them without the lengths. Counting lines this way costs a fraction of searching for line ends, which may
 * also be inside quotes. No line is in two parts.
 * @throws AppError `internal` when the last one is cut.
 */
export async function* readFramedLines(
  framed: AsyncIterable<Buffer>,
  { pieceBytes = PIECE_BYTES, part = unlimited }: { pieceBytes?: number; part?: PartLimits } = {},
): AsyncGenerator<LinesPiece> {
  let piece = Buffer.allocUnsafeSlow(pieceBytes)
  let filled = 0
  let lines = 0
  /** Bytes of the line under way that are still to come. */
  let left = 0
  let length = 0
  let shift = 0
  let [partLines, partBytes] = [0, 0]
  for await (const chunk of framed) {
    let at = 0
    while (at < chunk.length) {
      if (left === 0) {
        const byte = chunk[at++] ?? 0
        length += (byte & 0x7f) * 2 ** shift
        shift += 7
        if (byte >= 0x80) continue
        left = length
        length = 0
        shift = 0
        if (partLines > 0 && (partLines === part.lines || partBytes + left > part.bytes)) {
          yield { bytes: piece.subarray(0, filled), lines, endsPart: true }
          piece = Buffer.allocUnsafeSlow(pieceBytes)
          filled = 0
          partLines = 0
          partBytes = 0
        }
        partLines++
        partBytes += left
        if (left === 0) lines++
        continue
      }
      const copied = chunk.copy(piece, filled, at, Math.min(at + left, chunk.length))
      at += copied
      filled += copied
      left -= copied
      if (left === 0) lines++
      if (filled < pieceBytes) continue
      yield { bytes: piece, lines, endsPart: false }
      piece = Buffer.allocUnsafeSlow(pieceBytes)
      filled = 0
    }
  }
  if (left > 0 || shift > 0) throw new AppError('internal', 'The lines of a file were cut')
  if (filled > 0) yield { bytes: piece.subarray(0, filled), lines, endsPart: false }
}
