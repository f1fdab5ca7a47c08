/** What was read although it is not as it should be, and how: nobody needs to mend it. Lines count from 1. */
export type CaptionNote = { readonly line: number; readonly note: string }

/** A line of a file; they count from 1. */
export type CaptionTextLine = { readonly number: number; readonly text: string }

/** Lines that belong together: a cue, a note, or what has no times. */
export type CaptionBlock = readonly CaptionTextLine[]

export const isTiming = ({ text }: CaptionTextLine): boolean => text.includes('-->')

const isNumber = ({ text }: CaptionTextLine): boolean => /^\d+$/.test(text.trim())

/** Blank lines end a block; so does a further timing, whose identifier line, if any, is of the block it begins. */
export function captionBlocks(
  lines: readonly CaptionTextLine[],
  isBlank: (text: string) => boolean,
): CaptionTextLine[][] {
  const blocks: CaptionTextLine[][] = []
  let block: CaptionTextLine[] = []
  let hasTiming = false
  const end = () => {
    if (block.length > 0) blocks.push(block)
    block = []
    hasTiming = false
  }
  for (const line of lines) {
    if (isBlank(line.text) || (block.length === 0 && line.text.trim() === '')) end()
    else {
      if (isTiming(line)) {
        if (hasTiming) {
          const last = block.at(-1)
          const identifier = last && isNumber(last) ? block.pop() : undefined
          end()
          if (identifier) block.push(identifier)
        }
        hasTiming = true
      }
      block.push(line)
    }
  }
  end()
  return blocks
}

/** What somebody meant as times: it is a mistake, and no text. */
const looksTimed = ({ text }: CaptionTextLine): boolean =>
  /^\s*\d+\s*:\s*\d+/.test(text) && (/[-=–—]>|→/.test(text) || /^\s*\d+:\d+:\d+[.,]\d/.test(text))

/** The number of a cue: the line above its times. */
const numberOf = ([first]: CaptionBlock): number | undefined =>
  first && isNumber(first) ? Number(first.text) : undefined

/**
 * The blocks of an SRT, where a blank line within a cue is none between cues: what has no times goes on with the cue
 * above it. A number alone is that of the next cue, which a blank line parts from its times.
 */
export function withSplitText(blocks: readonly CaptionBlock[], notes: CaptionNote[]): CaptionBlock[] {
  const joined: CaptionTextLine[][] = []
  let isCue = false
  let number: number | undefined
  for (const [at, block] of blocks.entries()) {
    const [first] = block
    const hasTiming = block.some(isTiming)
    if (!first || !isCue || hasTiming || block.some(looksTimed)) {
      joined.push([...block])
      isCue = hasTiming
      number = numberOf(block) ?? number
      continue
    }
    const isOfNext = blocks[at + 1]?.findIndex(isTiming) === 0
    if (block.length === 1 && isNumber(first) && (isOfNext || numberOf(block) === (number ?? 0) + 1)) {
      number = numberOf(block)
      continue
    }
    notes.push({ line: first.number, note: 'A blank line is within a text: it is left out' })
    for (const line of block) joined.at(-1)?.push(line)
  }
  return joined
}
