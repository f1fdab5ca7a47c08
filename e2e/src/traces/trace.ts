import { readFileSync } from 'node:fs'

/** What one of two writers did at once: at a position of the text, so many characters removed, this text typed. */
export type TraceEdit = {
  readonly who: 0 | 1
  readonly at: number
  readonly removed: number
  readonly typed: string
  /** What stood before the position, where the trace tells; by it the position is found in a text that differs. */
  readonly before: string
}

export type Trace = { readonly start: string; readonly edits: readonly TraceEdit[] }

type Patch = readonly [at: number, removed: number, typed: string]

/** Of this project: edits in the order in which they were made, in one text. */
type OwnTrace = { readonly start: string; readonly edits: readonly [0 | 1, ...Patch][] }

/** As editing traces are published (josephg/editing-traces): transactions of agents, each with patches. */
type PublishedTrace = {
  readonly startContent?: string
  readonly txns: readonly { readonly agent?: number; readonly patches: readonly Patch[] }[]
}

const contextLength = 12

/**
 * What the second writer types, in Cyrillic letters: where both make the same change at one position, it counts once, and no
 * character could be followed.
 */
const letterOf = (who: 0 | 1, text: string): string =>
  who === 0
    ? text
    : text.replace(/[\p{L}\p{N}]/gu, (letter) => {
        const position = 'abcdefghijklmnopqrstuvwxyz'.indexOf(letter.toLowerCase())
        if (position < 0) return 'ѣ'
        return String.fromCharCode((letter >= 'a' ? 0x430 : 0x410) + position)
      })

function readOwn({ start, edits }: OwnTrace): Trace {
  let text = start
  const read = edits.map(([who, at, removed, written]): TraceEdit => {
    const typed = letterOf(who, written)
    const before = text.slice(Math.max(0, at - contextLength), at)
    text = text.slice(0, at) + typed + text.slice(at + removed)
    return { who, at, removed, typed, before }
  })
  return { start, edits: read }
}

/** Of more than two agents, those with even numbers are one writer and the others the second. */
function readPublished({ startContent = '', txns }: PublishedTrace): Trace {
  const edits = txns.flatMap(({ agent = 0, patches }) =>
    patches.map(([at, removed, typed]): TraceEdit => {
      const who = agent % 2 === 0 ? 0 : 1
      return { who, at, removed, typed: letterOf(who, typed), before: '' }
    }),
  )
  return { start: startContent, edits }
}

/** Reads a recorded trace, of this project or as others publish them. */
export function readTrace(path: string): Trace {
  const written: OwnTrace | PublishedTrace = JSON.parse(readFileSync(path, 'utf8'))
  return 'txns' in written ? readPublished(written) : readOwn(written)
}

/** The position in a text that differs from the trace's: behind the same characters, as near as there are any. */
export function positionOf({ at, before }: TraceEdit, text: string): number {
  let best = Math.min(at, text.length)
  let distance = Number.POSITIVE_INFINITY
  if (before === '') return best
  for (let found = text.indexOf(before); found >= 0; found = text.indexOf(before, found + 1)) {
    const position = found + before.length
    if (Math.abs(position - at) >= distance) break
    best = position
    distance = Math.abs(position - at)
  }
  return best
}
