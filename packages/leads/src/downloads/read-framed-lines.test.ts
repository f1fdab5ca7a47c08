import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFramedLines } from './read-framed-lines.ts'

function frame(text: Buffer): Buffer {
  const length: number[] = []
  let left = text.length
  do {
    const low = left % 128
    left = Math.floor(left / 128)
    length.push(left > 0 ? low + 128 : low)
  } while (left > 0)
  return Buffer.concat([Buffer.from(length), text])
}

/** The bytes in chunks of `size`, as a connection may bring them. */
const chunked = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))

async function read(framed: Buffer, chunk: number, piece: number) {
  const pieces: Buffer[] = []
  let count = 0
  for await (const { bytes, lines } of readFramedLines(Readable.from(chunked(framed, chunk)), {
    pieceBytes: piece,
  })) {
    pieces.push(bytes)
    count = lines
  }
  return { text: Buffer.concat(pieces), count }
}

test('lines come out whole and counted, wherever chunks and pieces end', async () => {
  const line = fc
    .tuple(fc.uint8Array({ maxLength: 20, size: 'max' }), fc.constantFrom(1, 1, 1, 9))
    .map(([bytes, times]) =>
      Buffer.concat([...Array.from({ length: times }, () => bytes), Buffer.from('\r\n')]),
    )
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      async (lines, chunk, piece) => {
        const found = await read(Buffer.concat(lines.map(frame)), chunk, piece)
        expect(found).toEqual({ text: Buffer.concat(lines), count: lines.length })
      },
    ),
  )
})

test('a line of many bytes has a length of several', async () => {
  const line = Buffer.alloc(70_000, 'x')
  expect(await read(frame(line), 1_000, 4_096)).toEqual({ text: line, count: 1 })
})

test('parts have as many whole lines as they may, wherever chunks and pieces end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 20, size: 'max' })),
      ...[fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })],
      fc.record({ lines: fc.integer({ min: 1, max: 6 }), bytes: fc.integer({ min: 1, max: 60 }) }),
      async (drawn, chunk, pieceBytes, part) => {
        const lines = drawn.map((bytes) => Buffer.from(bytes))
        const framed = Readable.from(chunked(Buffer.concat(lines.map(frame)), chunk))
        let [under, counted] = [Buffer.alloc(0), 0]
        const found: { text: Buffer; lines: number }[] = []
        for await (const piece of readFramedLines(framed, { pieceBytes, part })) {
          under = Buffer.concat([under, piece.bytes])
          if (!piece.endsPart) continue
          found.push({ text: under, lines: piece.lines })
          under = Buffer.alloc(0)
          counted = piece.lines
        }
        if (lines.length > counted) found.push({ text: under, lines: lines.length })
        // The plain rule: a line begins a part where it does not fit any more.
        const expected: { text: Buffer; lines: number }[] = []
        let held: Buffer[] = []
        const end = (at: number) => expected.push({ text: Buffer.concat(held), lines: at })
        for (const [at, line] of lines.entries()) {
          const bytes = Buffer.concat(held).length
          if (held.length > 0 && (held.length === part.lines || bytes + line.length > part.bytes)) {
            end(at)
            held = []
          }
          held.push(line)
        }
        if (held.length > 0) end(lines.length)
        expect(found).toEqual(expected)
      },
    ),
  )
})

test('a line that is cut off is an error, never a shorter file', async () => {
  const framed = Buffer.concat([frame(Buffer.from('one\r\n')), frame(Buffer.alloc(300, 'x'))])
  for (const end of [framed.length - 1, 7, 8, 9])
    await expect(read(framed.subarray(0, end), 5, 64)).rejects.toMatchObject({ code: 'internal' })
  expect(await read(framed.subarray(0, 6), 5, 64)).toMatchObject({ count: 1 })
})
