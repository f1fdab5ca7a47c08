import type { Presented } from './check-credential.ts'
import type { Document } from './prove-document.ts'

const latin1 = (bytes: Uint8Array) => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
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

/** The head of the object of an embedded file is short: further away, it belongs to another one. */
const longestHead = 2000

/** Where the content of the embedded file that is named at this context begins and ends; undefined when it is cut off. */
function findStream(text: string, named: number): { head: string; start: number; end: number } | undefined {
  const begin = Math.max(text.lastIndexOf(' obj', named), named - longestHead, 0)
  const stream = text.indexOf('stream', named)
  if (stream === -1 || stream - named > longestHead) return undefined
  const head = text.slice(begin, stream)
  const start = stream + (text.startsWith('stream\r\n', stream) ? 8 : 7)
  const length = head.match(/\/Length (\d+)(?!\s+\d+\s+R)/)?.[1]
  const end = length === undefined ? text.indexOf('endstream', start) : start + Number(length)
  return end === -1 || end > text.length ? undefined : { head, start, end }
}

/** The files inside a PDF, each a stream of its own. */
async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Presented> {
  const text = latin1(bytes)
  let found: Presented = {}
  for (const { index } of text.matchAll(/\/EmbeddedFile\b/g)) {
    const stream = findStream(text, index)
    if (!stream) continue
    const raw = bytes.slice(stream.start, stream.end)
    const isPacked = stream.head.includes('/FlateDecode')
    const content = isPacked ? await inflate(raw).catch(() => undefined) : raw
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
    const isOurs =
      latin1(bytes.subarray(at + 4, at + 8)) === 'iTXt' && latin1(data).startsWith(`${pngKeyword}\0`)
    if (isOurs) return readText(new TextDecoder().decode(data.subarray(pngKeyword.length + 5)))
    at += length + 12
  }
  return {}
}

function readSvg(text: string): Presented {
  const element = text.match(/<openbadges:credential\b([^>]*)>/)
  const jwt = element?.[1]?.match(/verify="([^"]*)"/)?.[1]
  if (!element || jwt) return readText(jwt ?? '')
  const rest = text.slice((element.index ?? 0) + element[0].length)
  const content = rest.slice(0, Math.max(0, rest.indexOf('</openbadges:credential>'))).trim()
  return readText(
    content.startsWith('<![CDATA[') ? content.slice('<![CDATA['.length, -']]>'.length) : content,
  )
}

/** The credential in a certificate's PDF, in a baked PNG or SVG, in JSON or in a JWT; empty where there is none. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Presented> {
  const start = latin1(bytes.subarray(0, 1024))
  if (start.includes('%PDF-')) return await readPdf(bytes)
  if (start.startsWith('\x89PNG')) return readPng(bytes)
  const text = new TextDecoder().decode(bytes)
  return /<svg\b/.test(text) ? readSvg(text) : readText(text)
}
