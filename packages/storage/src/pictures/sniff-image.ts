/** The kinds of pictures that are taken. */
export const imageKinds = ['jpeg', 'png', 'gif', 'webp', 'tiff', 'svg'] as const

export type ImageKind = (typeof imageKinds)[number]

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, n) => bytes[at + n] === byte)

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** As far as an XML declaration, comments and white space before the root go. */
const lookedAt = 4096

/** In any order before the root: the XML declaration and other instructions, comments, a DOCTYPE. */
const beforeRoot = /^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[^\]]*\]\s*)?>)/i

function isSvg(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '')
  for (;;) {
    const [before] = beforeRoot.exec(rest) ?? []
    if (before === undefined) return /^<(?:svg:)?svg[\s>]/.test(rest)
    rest = rest.slice(before.length)
  }
}

/** What the bytes are, whatever the name or the browser says; undefined for anything that is not taken. */
export function sniffImage(bytes: Uint8Array): ImageKind | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a'))) return 'gif'
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'webp'
  if (startsWith(bytes, [...ascii('II'), 42, 0]) || startsWith(bytes, [...ascii('MM'), 0, 42])) return 'tiff'
  const text = new TextDecoder().decode(bytes.subarray(0, lookedAt))
  return isSvg(text) ? 'svg' : undefined
}
