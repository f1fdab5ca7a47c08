import { isAscii, isUtf8 } from 'node:buffer'

/** How the characters of a file are written. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | `one-byte ${string}`

/** The text of a file, and where in the file each of its characters stands. */
export type SourceText = {
  readonly text: string
  readonly encoding: Encoding
  /** Bytes before the text: a byte order mark. */
  readonly bytesBefore: number
  /** Bytes behind the text that make no character. */
  readonly bytesBehind: number
  /** Bytes that are no character; each is one U+FFFD in the text. */
  readonly broken: number
  /** The bytes that a part of the text takes in the file. `from` must not be lower than the last call's `to`. */
  bytesOf(from: number, to: number): number
}

const declaredEncoding = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/
const oneByte = /^(iso-8859-\d{1,2}|windows-125\d|cp125\d|latin-?1|us-ascii|ascii|koi8-[ru]|macintosh)$/i

const otherEncoding = /^(gb|big5|euc|shift|sjis|iso-2022|utf-?7|utf-?32|ucs-4|cp(?!125)|ibm|hz)/i

const declaredIn = (buffer: Buffer): string =>
  declaredEncoding.exec(buffer.toString('latin1', 0, 300))?.[1] ?? ''

/**
 * Whether a text that is no UTF-8 is none of Western Europe either, in whose languages letters beyond ASCII stand among
 * others: in Cyrillic, Greek or Chinese texts they stand in long runs.
 */
function isFarFromWestern(buffer: Buffer): boolean {
  let [beyond, inRuns, run, controls] = [0, 0, 0, 0]
  for (const byte of buffer) {
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls++
    run = byte < 0x80 ? 0 : run + 1
    if (run > 0) beyond++
    if (run === 4) inRuns += 4
    else if (run > 4) inRuns++
  }
  return controls <= 3 && inRuns * 2 > beyond
}

/** Without a mark, and without a zero in every second byte. */
const isBytewise = (buffer: Buffer) =>
  !/^(fffe|feff|efbbbf|00|..00)/.test(buffer.toString('hex', 0, 4)) &&
  !isUtf8(buffer) &&
  !looksLikeUtf8(buffer)

/** The encoding of a file, where we do not read it: what an XML file declares, or what its bytes can't be. */
export function findUnreadEncoding(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const declared = declaredIn(buffer)
  if (!otherEncoding.test(declared)) {
    const isKnown = oneByte.test(declared) || !isBytewise(buffer)
    return !isKnown && isFarFromWestern(buffer) ? 'not known here' : undefined
  }
  // The escape character begins other characters in texts that hold ASCII only.
  const isRead = isUtf8(buffer) && !buffer.includes(0x1b) && !/^utf-?7$|^hz/i.test(declared)
  return isRead ? undefined : declared
}

/**
 * Reads bytes as text: by the byte order mark, else by what an XML file declares, else as UTF-8; where most of it is no
 * UTF-8, as Windows-1252 (Latin-1). Never throws: a byte that is no character becomes U+FFFD.
 */
export function readSourceText(bytes: Uint8Array): SourceText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return readUtf16(buffer, 'utf-16le', 2)
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return readUtf16(buffer, 'utf-16be', 2)
  // Without a mark: text that is mostly ASCII has a zero in every second byte.
  if (buffer.length >= 4 && buffer[0] === 0 && buffer[1] !== 0 && buffer[2] === 0)
    return readUtf16(buffer, 'utf-16be', 0)
  if (buffer.length >= 4 && buffer[0] !== 0 && buffer[1] === 0 && buffer[3] === 0)
    return readUtf16(buffer, 'utf-16le', 0)
  const hasMark = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf
  if (hasMark) return readUtf8(buffer.subarray(3), 3)
  // Programs save a file as UTF-8 and leave what it declares as it was: other texts are UTF-8 hardly ever by chance.
  const declared = declaredIn(buffer)
  if (oneByte.test(declared) && (isAscii(buffer) || !isUtf8(buffer)))
    return readOneByte(buffer, declared.toLowerCase())
  if (isUtf8(buffer) || looksLikeUtf8(buffer)) return readUtf8(buffer, 0)
  return readOneByte(buffer, 'windows-1252')
}

const ofOneByte = (from: number, to: number) => to - from

function readOneByte(buffer: Buffer, label: string): SourceText {
  const encoding: Encoding = label === 'windows-1252' ? label : `one-byte ${label}`
  const text = new TextDecoder(label).decode(buffer)
  return { text, encoding, bytesBefore: 0, bytesBehind: 0, broken: 0, bytesOf: ofOneByte }
}

function readUtf16(buffer: Buffer, encoding: 'utf-16le' | 'utf-16be', mark: number): SourceText {
  const bytesBehind = (buffer.length - mark) % 2
  const body = buffer.subarray(mark, buffer.length - bytesBehind)
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(body)
  return {
    ...{ text, encoding, bytesBefore: mark, bytesBehind, broken: countLoneSurrogates(text, body.length / 2) },
    bytesOf: (from, to) => 2 * (to - from),
  }
}

/** A lone half of a pair becomes U+FFFD: still one unit. */
const countLoneSurrogates = (text: string, units: number) => (text.length === units ? 0 : units - text.length)

/** Sequences of several bytes, right and wrong ones. A file with a few broken bytes stays UTF-8. */
function looksLikeUtf8(buffer: Buffer): boolean {
  let right = 0
  let wrong = 0
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer, at)
    if (length > 1) right++
    if (length === 0) wrong++
    at += Math.max(1, length)
  }
  return right > 4 * wrong
}

/** The bytes of the character at a position; 0 where there is none. */
function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0
  if (length === 0 || at + length > buffer.length) return 0
  return isUtf8(buffer.subarray(at, at + length)) ? length : 0
}

function readUtf8(buffer: Buffer, bytesBefore: number): SourceText {
  if (isUtf8(buffer)) {
    const text = buffer.toString('utf8')
    const bytesOf = (from: number, to: number) => Buffer.byteLength(text.slice(from, to))
    return { text, encoding: 'utf-8', bytesBefore, bytesBehind: 0, broken: 0, bytesOf }
  }
  const pieces: string[] = []
  /** The positions in the text of bytes that are no character. */
  const broken: number[] = []
  let written = 0
  let start = 0
  const take = (end: number) => {
    const piece = buffer.toString('utf8', start, end)
    pieces.push(piece)
    written += piece.length
  }
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer, at)
    if (length === 0) {
      take(at)
      broken.push(written)
      pieces.push('\u{FFFD}')
      written++
      start = at + 1
    }
    at += Math.max(1, length)
  }
  take(buffer.length)
  const text = pieces.join('')
  let passed = 0
  const bytesOf = (from: number, to: number) => {
    while ((broken[passed] ?? Number.POSITIVE_INFINITY) < from) passed++
    let single = 0
    for (let at = passed; (broken[at] ?? Number.POSITIVE_INFINITY) < to; at++) single++
    // A broken byte is one byte in the file; U+FFFD would be three.
    return Buffer.byteLength(text.slice(from, to)) - 2 * single
  }
  return { text, encoding: 'utf-8', bytesBefore, bytesBehind: 0, broken: broken.length, bytesOf }
}
