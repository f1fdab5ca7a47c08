import type { CaptionNote } from './caption-blocks.ts'
import { readCueText } from './cue-text.ts'

/** A cue as the file has it. */
export type TimedText = {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly payload: readonly string[]
}

/** Captions that were made by listening say within a text when each word is said. */
export const hasWordTimes = (file: string): boolean => /\S<\d+:\d\d(?::\d\d)?\.\d{3}>/.test(file)

/** Seconds between two cues that follow each other without a pause. */
const noPause = 0.1

const plain = (line: string): string =>
  readCueText(line)
    .map(({ text }) => text)
    .join(' ')

/**
 * Captions that roll up show each line twice: as it is said, and above the next. It is kept once, where it is said. What
 * only holds a line on the screen makes the cue before it longer.
 */
export function joinRolling(cues: readonly TimedText[], notes: CaptionNote[]): TimedText[] {
  const kept: TimedText[] = []
  let shown = ''
  let until = Number.NaN
  let isTold = false
  for (const cue of cues) {
    const lines = cue.payload.filter((line) => plain(line) !== '')
    const isGoingOn = Math.abs(cue.start - until) <= noPause
    const payload = isGoingOn && plain(lines[0] ?? '') === shown ? lines.slice(1) : lines
    const before = kept.at(-1)
    if (payload.length > 0 || !before) kept.push({ ...cue, payload })
    else kept[kept.length - 1] = { ...before, end: Math.max(before.end, cue.end) }
    if (payload.length < lines.length && !isTold) {
      notes.push({ line: cue.line, note: 'Lines that are shown twice as they roll up are kept once' })
      isTold = true
    }
    shown = plain(lines.at(-1) ?? '')
    until = cue.end
  }
  return kept
}
