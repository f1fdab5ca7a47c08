import { type Cue, readCaptions } from '../captions/read-captions.ts'

/** A piece of a lesson that is found as one. */
export type Passage = { readonly second: number | null; readonly text: string }

/** Long enough to hold a thought, short enough that its second is near to what is said. */
const mostCharacters = 400

/** Markdown without its marks: what a reader sees of it. */
function plainMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/!\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replaceAll(/[*_`~]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The paragraphs of a Markdown text. */
export const markdownPassages = (markdown: string): Passage[] =>
  markdown
    .split(/\n[\t ]*\n/)
    .map((paragraph) => ({ second: null, text: plainMarkdown(paragraph) }))
    .filter(({ text }) => text !== '')

const textOf = ({ lines }: Cue) => lines.map(({ text }) => text).join(' ')

/** What captions say: neighbouring cues together up to the end of a sentence, at the second of the first. */
export function captionPassages(vtt: string): Passage[] {
  const passages: Passage[] = []
  let begun: Passage | undefined
  for (const cue of readCaptions(vtt).cues) {
    begun = begun
      ? { second: begun.second, text: `${begun.text} ${textOf(cue)}` }
      : { second: cue.start, text: textOf(cue) }
    if (/[.!?…。]["'”’)]?$/.test(begun.text) || begun.text.length >= mostCharacters) {
      passages.push(begun)
      begun = undefined
    }
  }
  if (begun) passages.push(begun)
  return passages
}
