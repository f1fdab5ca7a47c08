import { readPacked } from './read-packed.ts'

/** Under what name a credential is baked: that of Open Badges 3.0, and that of 2.0, which some programs still write. */
const keywords: ReadonlySet<string> = new Set(['openbadgecredential', 'openbadges'])
const longestKeyword = 79

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/**
 * The text that is baked into a PNG; undefined where there is none. Programs that write a picture anew compress its
 * texts, or give them a language: a text is read in each of the three kinds of chunks that PNG has for it.
 * Source: PNG (Third Edition), section 11.3.3 (W3C).
 */
export async function readBakedPng(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = latin1(bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, at + 8 + length)
    const text = /^(?:iTXt|tEXt|zTXt)$/.test(type) ? await textOf(type, data) : undefined
    if (text !== undefined) return text
    at += length + 12
  }
  return undefined
}

/** The text of a chunk with one of our keywords. */
async function textOf(type: string, data: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const end = data.subarray(0, longestKeyword + 1).indexOf(0)
  if (end < 0 || !keywords.has(latin1(data.subarray(0, end)))) return undefined
  const rest = data.subarray(end + 1)
  if (type === 'tEXt') return await decoded(rest, false)
  if (type === 'zTXt') return await decoded(rest.subarray(1), true)
  // Whether it is compressed, how, its language, the keyword in that language.
  const language = rest.indexOf(0, 2)
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1)
  return translated < 0 ? undefined : await decoded(rest.subarray(translated + 1), rest[0] === 1)
}

/** Credentials have no other letters than JSON can write in UTF-8. */
async function decoded(bytes: Uint8Array<ArrayBuffer>, isPacked: boolean): Promise<string | undefined> {
  const content = isPacked ? await readPacked(bytes).catch(() => undefined) : bytes
  return content && new TextDecoder().decode(content)
}
