/** What is said in a cue, by whom if its voice tag tells. Plain text: no tags, no entities. */
export type CueLine = { readonly speaker: string | null; readonly text: string }

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  lrm: '\u200e',
  rlm: '\u200f',
  nbsp: '\u00a0',
  quot: '"',
  apos: "'",
}

const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })

/** `{\an8}`, which SRT took from SSA. */
const styleOverride = /\{\\[^{}]*\}/g

const plain = (text: string) =>
  decoded(text.replaceAll(/<[^<>]*>/g, '').replaceAll(styleOverride, ''))
    .replaceAll(/[\t\n ]+/g, ' ')
    .trim()

const voice = /<v(?:\.[^\s<>]*)?(?:[\t\n ]+([^<>]*))?>/g

/** Splits a cue's payload where somebody else begins to speak. Pieces without a text are left out. */
export function readCueText(payload: string): CueLine[] {
  const lines: CueLine[] = []
  let speaker: string | null = null
  let from = 0
  const end = (to: number) => {
    const text = plain(payload.slice(from, to))
    if (text !== '') lines.push({ speaker, text })
  }
  for (const tag of payload.matchAll(voice)) {
    end(tag.index)
    speaker = plain(tag[1] ?? '') || null
    from = tag.index + tag[0].length
  }
  end(payload.length)
  return lines
}
