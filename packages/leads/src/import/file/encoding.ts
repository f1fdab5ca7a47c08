import { isAscii, isUtf8 } from 'node:buffer'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]

export type SniffedEncoding = {
  readonly encoding: Encoding
  /** Bytes of the byte order mark. */
  readonly markBytes: number
  /** Only ASCII so far: a later byte may still show that it is Windows-1252. */
  readonly isPlainAscii: boolean
}

/** Recognizes the encoding from pieces of the file, the first of which is its beginning. Pieces may cut characters. */
export function sniffEncoding(pieces: readonly Uint8Array[]): SniffedEncoding {
  const head = pieces[0] ?? new Uint8Array()
  const marked = sniffMark(head)
  if (marked) return { ...marked, isPlainAscii: false }
  const wide = sniffUtf16(head)
  if (wide) return { encoding: wide, markBytes: 0, isPlainAscii: false }
  const isPlainAscii = pieces.every((piece) => isAscii(piece))
  const found = pieces.map(countMultibyte)
  const valid = found.reduce((sum, { valid }) => sum + valid, 0)
  const invalid = found.reduce((sum, { invalid }) => sum + invalid, 0)
  // A few broken rows do not change a UTF-8 file into something else; they are rejected one by one.
  return {
    encoding: invalid === 0 || valid > invalid * 4 ? 'utf-8' : sniffBytes(pieces),
    markBytes: 0,
    isPlainAscii,
  }
}

/** Bytes of small letters with accents on old Macintoshes that are signs, or no characters, in Windows-1252. */
const macLetters = new Set([0x87, 0x88, 0x89, 0x8b, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9b, 0x9d, 0x9f])

/** Which of the encodings with a byte a character: told by bytes behind a small letter, where a word goes on. */
function sniffBytes(pieces: readonly Uint8Array[]): 'windows-1252' | 'macintosh' {
  let mac = 0
  let windows = 0
  for (const piece of pieces)
    for (let i = 1; i < piece.length; i++) {
      const byte = piece[i] ?? 0
      if (byte < 0x80 || !isSmallLetter(piece[i - 1])) continue
      if (macLetters.has(byte)) mac++
      // Small letters with accents in Windows-1252; for a Macintosh these are capitals and rare signs.
      else if (byte >= 0xe0 && byte !== 0xf7) windows++
    }
  return mac > windows * 2 ? 'macintosh' : 'windows-1252'
}

const isSmallLetter = (byte: number | undefined): boolean => byte !== undefined && byte >= 97 && byte <= 122

function sniffMark(head: Uint8Array): Pick<SniffedEncoding, 'encoding' | 'markBytes'> | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', markBytes: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 }
  return undefined
}

/** Mostly Latin text in UTF-16 has a zero in every other byte, and a comma or line end proves which. */
function sniffUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(head.length, 64 * 1024) & ~1
  if (length < 4) return undefined
  let evenZeros = 0
  let oddZeros = 0
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) evenZeros++
    if (head[i + 1] === 0) oddZeros++
  }
  const half = length / 2
  if (oddZeros > half * 0.4 && evenZeros < half * 0.05) return 'utf-16le'
  if (evenZeros > half * 0.4 && oddZeros < half * 0.05) return 'utf-16be'
  return undefined
}

/**
 * Counts whole multi-byte sequences of UTF-8, and bytes that belong to none. Characters cut at the ends do not count.
 */
function countMultibyte(piece: Uint8Array): { valid: number; invalid: number } {
  let valid = 0
  let invalid = 0
  let i = 0
  while (i < piece.length && i < 3 && isContinuation(piece[i])) i++
  while (i < piece.length) {
    const byte = piece[i] ?? 0
    if (byte < 128) {
      i++
      continue
    }
    const length =
      byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0
    if (length > 0 && i + length > piece.length && piece.subarray(i + 1).every(isContinuation)) break
    if (length > 0 && isUtf8(piece.subarray(i, i + length))) {
      valid++
      i += length
    } else {
      invalid++
      i++
    }
  }
  return { valid, invalid }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Bytes at the end that may begin a character whose rest is in the next piece. */
function cutBytes(piece: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= piece.length; back++) {
    const byte = piece[piece.length - back] ?? 0
    if (isContinuation(byte)) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

export type ReadAs = { readonly encoding: Encoding; readonly isPlainAscii: boolean }

/** Decodes a file to UTF-8 bytes piece by piece; its byte order mark has been removed. */
export class Transcoder {
  /** What the bytes turned out to be: `utf-8` becomes `windows-1252` at the first byte that shows it. */
  encoding: Encoding
  private readonly mayChange: boolean
  private decoder: TextDecoder | undefined
  private onlyAscii = true
  private tail: Uint8Array = new Uint8Array()

  constructor({ encoding, isPlainAscii }: ReadAs) {
    this.encoding = encoding
    this.mayChange = isPlainAscii && encoding === 'utf-8'
    if (encoding !== 'utf-8') this.decoder = new TextDecoder(encoding, { ignoreBOM: true })
  }

  decode(piece: Uint8Array, isLast = false): Uint8Array {
    const whole = this.mayChange && this.onlyAscii ? this.decide(piece, isLast) : piece
    return this.decoder ? Buffer.from(this.decoder.decode(whole, { stream: !isLast })) : whole
  }

  /** Decides the encoding at the first bytes beyond ASCII; what may be half a character waits for its rest. */
  private decide(piece: Uint8Array, isLast: boolean): Uint8Array {
    const all = this.tail.length > 0 ? Buffer.concat([this.tail, piece]) : piece
    const cut = isLast ? 0 : cutBytes(all)
    this.tail = Buffer.from(all.subarray(all.length - cut))
    const whole = all.subarray(0, all.length - cut)
    if (isAscii(whole)) return whole
    const { valid, invalid } = countMultibyte(whole)
    this.onlyAscii = false
    this.tail = new Uint8Array()
    if (invalid > 0 && valid <= invalid * 4) {
      this.encoding = 'windows-1252'
      this.decoder = new TextDecoder('windows-1252')
    }
    return all
  }
}

/** The text of a piece in the encoding, for looking at a sample. Cut characters at its ends are dropped. */
export function decodeSample(piece: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return piece
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const whole = isWide ? piece.subarray(0, piece.length & ~1) : piece
  return Buffer.from(new TextDecoder(encoding, { ignoreBOM: true }).decode(whole))
}
