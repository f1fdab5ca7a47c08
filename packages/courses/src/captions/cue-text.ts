import { decodeEntities } from '../questions/import/entities.ts'

/** What is said in a cue, by whom if its voice tag tells. Plain text: no tags, no entities. */
export type CueLine = { readonly speaker: string | null; readonly text: string }

/** `{\an8}`, which SRT took from SSA. */
const styleOverride = /\{\\[^{}]*\}/g

/** A tag begins with a letter, a time, a class or the end of one: other signs, as in "a < b > c", are text. */
const tag = /<\/?(?:[a-z\d.][^<>]*)?>/gi

/** The tags that SRT has; whatever else stands between angle brackets, as in `List<String>`, was said. */
const srtTag = /^<\/?(?:(?:b|i|u|s|em|strong|font|c|v|br|ruby|rt|lang)(?:[\s.][^<>]*)?\/?|[\d:.,]+)>$/i

/** A line of SRT as WebVTT writes it: brackets that are no tags are text. */
export const srtTagsOnly = (line: string): string =>
  line.replaceAll(tag, (found) => (srtTag.test(found) ? found : `&lt;${found.slice(1, -1)}&gt;`))

const plain = (text: string) =>
  decodeEntities(text.replaceAll(tag, '').replaceAll(styleOverride, ''))
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
  for (const found of payload.matchAll(voice)) {
    end(found.index)
    speaker = plain(found[1] ?? '') || null
    from = found.index + found[0].length
  }
  end(payload.length)
  return lines
}
