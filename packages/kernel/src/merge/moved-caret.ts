import { diffSequences } from './diff-sequences.ts'

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

export type ChangedText = { readonly before: string; readonly after: string }

/**
 * Where the caret stands after the text around it changed: at the characters where it stood, however much changed before
 * and behind them. Where those are gone, at the end of what replaced them.
 */
export function movedCaret({ before, after }: ChangedText, at: number): number {
  let moved = at
  for (const { base, side } of diffSequences(unitsOf(before), unitsOf(after))) {
    const isBehind = base[0] > at || (base[0] === at && base[1] >= at)
    if (isBehind) break
    moved = base[1] > at ? side[1] : at + side[1] - base[1]
  }
  return moved
}
