import { decodeText } from '@freeor/kernel/decode-text'
import type { Presented } from './check-credential.ts'
import type { Document } from './prove-document.ts'
import { readBakedPng } from './read-baked-png.ts'
import { readBakedSvg } from './read-baked-svg.ts'
import { readPacked } from './read-packed.ts'

const latin1 = (bytes: Uint8Array) => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

const record = (value: unknown): Document | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : undefined

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const envelope = /^data:application\/vc(?:\+|%2b)(?:ld\+)?jwt,/i

/** Lines that a mail has broken are one. */
const jwtIn = (text: string): string | undefined => {
  const whole = text.replaceAll(/\s+/g, '')
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(whole) ? whole : undefined
}

/** A credential, also inside a presentation or a list, as wallets give it out: the first of them. */
function readValue(value: unknown, depth = 0): Presented {
  if (typeof value === 'string') {
    const jwt = jwtIn(value)
    return jwt === undefined ? {} : { jwt }
  }
  if (Array.isArray(value)) return depth > 1 ? {} : readValue(value[0], depth + 1)
  const credential = record(value)
  if (!credential) return {}
  const { id, type, proof, credentialSubject, verifiableCredential } = credential
  if (verifiableCredential !== undefined) return depth > 1 ? {} : readValue(verifiableCredential, depth + 1)
  if (typeof id === 'string' && envelope.test(id)) return readValue(id.replace(envelope, ''))
  const isCredential =
    proof !== undefined || credentialSubject !== undefined || list(type).includes('VerifiableCredential')
  return isCredential ? { credential } : {}
}

function readText(text: string): Presented {
  const trimmed = text.trim()
  try {
    return readValue(JSON.parse(trimmed))
  } catch {
    return readValue(trimmed)
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
    const content = isPacked ? await readPacked(raw).catch(() => undefined) : raw
    if (content) found = { ...found, ...readText(new TextDecoder().decode(content)) }
  }
  return found
}

/** The credential in a certificate's PDF, in a baked PNG or SVG, in JSON or in a JWT; empty where there is none. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Presented> {
  const start = latin1(bytes.subarray(0, 1024))
  if (start.includes('%PDF-')) return await readPdf(bytes)
  if (start.startsWith('\x89PNG')) return readText((await readBakedPng(bytes)) ?? '')
  const text = decodeText(bytes)
  return /<(?:[\w.-]+:)?svg\b/.test(text) ? readText(readBakedSvg(text) ?? '') : readText(text)
}
