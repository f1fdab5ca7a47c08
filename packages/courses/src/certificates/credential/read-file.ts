import type { Presented } from './check-credential.ts'
import type { Document } from './prove-document.ts'

const latin1 = (bytes: Uint8Array) => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** What a compressed part may grow to: a credential of 50 lessons takes 40 KB. */
const mostBytes = 2_000_000

/** @throws Error for bytes that are not compressed this way, or that grow beyond the limit */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > mostBytes) throw new Error('The file holds too much')
    parts.push(part)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function readText(text: string): Presented {
  const trimmed = text.trim()
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) return { jwt: trimmed }
  try {
    const parsed: unknown = JSON.parse(trimmed)
    return typeof parsed === 'object' && parsed !== null ? { credential: parsed as Document } : {}
  } catch {
    return {}
  }
}

/** The files inside a PDF, each a stream of its own. */
async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Presented> {
  const text = latin1(bytes)
  let found: Presented = {}
  for (const { index, 0: head } of text.matchAll(/<<(?:(?!endobj)[^])*?\/Type\s*\/EmbeddedFile\b(?:(?!endobj)[^])*?stream\r?\n/g)) {
    const start = index + head.length
    const end = text.indexOf('endstream', start)
    if (end === -1) continue
    const length = Number(head.match(/\/Length (\d+)(?!\s+\d+\s+R)/)?.[1] ?? end - start)
    const raw = bytes.slice(start, start + length)
    const content = /\/FlateDecode/.test(head) ? await inflate(raw).catch(() => undefined) : raw
    if (content) found = { ...found, ...readText(new TextDecoder().decode(content)) }
  }
  return found
}

const pngKeyword = 'openbadgecredential'

/** The text chunk of a baked PNG: keyword, two zeros of "not compressed", two empty texts, the credential. */
function readPng(bytes: Uint8Array): Presented {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    const isOurs = latin1(bytes.subarray(at + 4, at + 8)) === 'iTXt' && latin1(data).startsWith(`${pngKeyword}\0`)
    if (isOurs) return readText(new TextDecoder().decode(data.subarray(pngKeyword.length + 5)))
    at += length + 12
  }
  return {}
}

function readSvg(text: string): Presented {
  const element = text.match(/<openbadges:credential\b([^>]*?)(?:\/>|>([^]*?)<\/openbadges:credential>)/)
  const jwt = element?.[1]?.match(/verify="([^"]*)"/)?.[1]
  if (jwt) return readText(jwt)
  return readText((element?.[2] ?? '').trim().replace(/^<!\[CDATA\[([^]*)\]\]>$/, '$1'))
}

/** The credential in a certificate's PDF, in a baked PNG or SVG, in JSON or in a JWT; empty where there is none. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Presented> {
  const start = latin1(bytes.subarray(0, 1024))
  if (start.includes('%PDF-')) return await readPdf(bytes)
  if (start.startsWith('\x89PNG')) return readPng(bytes)
  const text = new TextDecoder().decode(bytes)
  return /<svg\b/.test(text) ? readSvg(text) : readText(text)
}
