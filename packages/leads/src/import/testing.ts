import { Readable } from 'node:stream'
import type { ImportSource } from './ports.ts'

/** A file that is only in memory, handed out in pieces of `pieceBytes` so that rows are cut anywhere. */
export function memorySource(content: string | Uint8Array, pieceBytes = 64 * 1024): ImportSource {
  const bytes = Buffer.from(content)
  return {
    name: 'test.csv',
    bytes: bytes.length,
    read: async (range) => {
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
      return Readable.from(pieces(part, pieceBytes), { objectMode: false })
    },
  }
}

/** A file of any size that is never whole in memory: `piece` again and again after `head`. */
export function endlessSource(head: string, piece: Uint8Array, times: number): ImportSource {
  const start = Buffer.from(head)
  return {
    name: 'endless.csv',
    bytes: start.length + piece.length * times,
    read: async () =>
      Readable.from(
        (function* () {
          yield start
          for (let i = 0; i < times; i++) yield piece
        })(),
        { objectMode: false },
      ),
  }
}

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
