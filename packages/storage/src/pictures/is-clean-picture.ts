import { compileSvg } from './compile-svg.ts'
import { type ImageKind, sniffImage } from './sniff-image.ts'

/** What a file of each kind may be called. */
const endings: Readonly<Partial<Record<ImageKind, string>>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  svg: 'svg',
}

/**
 * Whether a picture is as `compileImage` writes them: a file of that kind from its first byte to its last, without
 * metadata or anything behind it. Such a one can be kept as it is, byte by byte.
 */
export async function isCleanPicture(bytes: Buffer, ending: string): Promise<boolean> {
  const kind = sniffImage(bytes)
  if (kind === undefined || endings[kind] !== ending) return false
  try {
    if (kind === 'svg') return Buffer.from(await compileSvg(bytes)).equals(bytes)
    return containers[kind as Container](bytes)
  } catch {
    // A length that leads behind the end.
    return false
  }
}

type Container = 'jpeg' | 'png' | 'gif' | 'webp'

const containers: Readonly<Record<Container, (bytes: Buffer) => boolean>> = {
  jpeg: isCleanJpeg,
  png: isCleanPng,
  gif: isCleanGif,
  webp: isCleanWebp,
}

const pngChunks = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'pHYs',
  'sRGB',
  'gAMA',
  'cHRM',
  'bKGD',
  'sBIT',
])

/** ISO 15948, 5.3: length, type, data, checksum. */
function isCleanPng(bytes: Buffer): boolean {
  for (let at = 8; at < bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!pngChunks.has(type)) return false
    at += 12 + bytes.readUInt32BE(at)
    if (type === 'IEND') return at === bytes.length
  }
  return false
}

/** ITU T.81, annex B: tables, frames and scans; of the applications' segments only JFIF's and Adobe's few bytes. */
function isCleanJpeg(bytes: Buffer): boolean {
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return false
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) return at + 2 === bytes.length
    const length = bytes.readUInt16BE(at + 2)
    const isTable = marker === 0xdb || marker === 0xdd || (marker >= 0xc0 && marker <= 0xcf)
    const isKnown = isTable || marker === 0xda || ((marker === 0xe0 || marker === 0xee) && length <= 20)
    if (!isKnown) return false
    at += 2 + length
    if (marker === 0xda) at = scanEnd(bytes, at)
  }
}

/** Behind the data of a scan: the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) throw new RangeError('The scan has no end')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at += 2
  }
}

/** GIF89a: descriptors, pictures, delays and the loop of an animation; no comments, no other application's data. */
function isCleanGif(bytes: Buffer): boolean {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(bytes.readUInt8(10))
  const skipBlocks = () => {
    while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
    at += 1
  }
  for (;;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) return at + 1 === bytes.length
    if (kind === 0x2c) {
      at += 11 + tableSize(bytes.readUInt8(at + 9))
      skipBlocks()
    } else if (kind === 0x21) {
      const label = bytes.readUInt8(at + 1)
      const isLoop = label === 0xff && bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0'
      if (label !== 0xf9 && !isLoop) return false
      at += 2
      skipBlocks()
    } else return false
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])

/** RFC 9649: chunks of pixels and of animation. */
function isCleanWebp(bytes: Buffer): boolean {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let at = 12
  while (at < bytes.length) {
    if (!webpChunks.has(bytes.toString('latin1', at, at + 4))) return false
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === bytes.length
}
