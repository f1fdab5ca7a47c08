import { diffSequences, type Hunk } from './diff-sequences.ts'

/** What two people started from, and what each of them made of it. */
export type ThreeWays<T> = { readonly base: T; readonly mine: T; readonly theirs: T }

/** `text` of a conflict has everything that could be merged, and what is mine where both changed the same. */
export type MergedText = { readonly isClean: boolean; readonly text: string }

/** Splits a text into units that are merged whole. Joined again they are the text. */
type Split = (text: string) => readonly string[]

const lines: Split = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Words as Unicode has them (UAX 29), so that those of Thai and Chinese are units too, and no character is cut. */
const words: Split = (text) => [...segmenter.segment(text)].map(({ segment }) => segment)

/**
 * Merges two people's changes of a text: by line, and by word where both changed a line. Nothing that either of them
 * wrote is left out of a clean merge.
 *
 * A repeated line may be matched in more than one way, and the ways differ in what they make of changes beside it. So a
 * merge counts as clean only where reading the texts from their beginning and from their end gives the same text.
 */
export function mergeTexts({ base, mine, theirs }: ThreeWays<string>): MergedText {
  if (mine === theirs || theirs === base) return { isClean: true, text: mine }
  if (mine === base) return { isClean: true, text: theirs }
  const texts = { base, mine, theirs }
  const fromTheFront = mergeBy([lines, words], texts, false)
  if (!fromTheFront.isClean) return fromTheFront
  const fromTheBack = mergeBy([lines, words], texts, true)
  return { text: fromTheFront.text, isClean: fromTheBack.isClean && fromTheBack.text === fromTheFront.text }
}

const eachWay = <T, U>({ base, mine, theirs }: ThreeWays<T>, work: (one: T) => U): ThreeWays<U> => ({
  base: work(base),
  mine: work(mine),
  theirs: work(theirs),
})

/** Merges by the first kind of units, and where both sides changed the same by the finer ones. */
function mergeBy(
  [split, ...finer]: readonly Split[],
  texts: ThreeWays<string>,
  isBackward: boolean,
): MergedText {
  if (!split) return { isClean: false, text: texts.mine }
  const turn = (units: readonly string[]) => (isBackward ? units.toReversed() : units)
  const merged: string[] = []
  let isClean = true
  for (const part of mergeUnits(eachWay(texts, (text) => turn(split(text))))) {
    if ('units' in part) for (const unit of part.units) merged.push(unit)
    else {
      const sides = eachWay(part, (units) => turn(units).join(''))
      const within = mergeBy(finer, sides, isBackward)
      merged.push(within.text)
      isClean &&= within.isClean
    }
  }
  return { isClean, text: turn(merged).join('') }
}

/** Units that are settled, or what each side has where both changed. */
type Part = { readonly units: readonly string[] } | ThreeWays<readonly string[]>

type SideHunk = Hunk & { readonly isMine: boolean }

/** Units are compared as numbers: each text is looked up once, not each time it is met. */
function numberUnits(units: ThreeWays<readonly string[]>): ThreeWays<number[]> {
  const numbers = new Map<string, number>()
  const numberOf = (unit: string) => {
    const number = numbers.get(unit) ?? numbers.size
    numbers.set(unit, number)
    return number
  }
  return eachWay(units, (all) => all.map(numberOf))
}

/** Changes that overlap or touch each other are one contested part, as in diff3. The same change of both counts once. */
function mergeUnits(units: ThreeWays<readonly string[]>): Part[] {
  const numbers = numberUnits(units)
  const hunks: SideHunk[] = [
    ...diffSequences(numbers.base, numbers.mine).map((hunk) => ({ ...hunk, isMine: true })),
    ...diffSequences(numbers.base, numbers.theirs).map((hunk) => ({ ...hunk, isMine: false })),
  ].sort((one, other) => one.base[0] - other.base[0] || one.base[1] - other.base[1])
  const parts: Part[] = []
  let done = 0
  let at = 0
  while (at < hunks.length) {
    const group = takeTouching(hunks, at)
    at += group.hunks.length
    parts.push({ units: units.base.slice(done, group.from) }, settle(units, group))
    done = group.to
  }
  parts.push({ units: units.base.slice(done) })
  return parts
}

/** Changes of both sides that touch, and the part of the base they cover. */
type Group = { readonly hunks: readonly SideHunk[]; readonly from: number; readonly to: number }

function takeTouching(hunks: readonly SideHunk[], at: number): Group {
  const taken: SideHunk[] = []
  const from = hunks[at]?.base[0] ?? 0
  let to = from
  for (const hunk of hunks.slice(at)) {
    if (taken.length > 0 && hunk.base[0] > to) break
    taken.push(hunk)
    to = Math.max(to, hunk.base[1])
  }
  return { hunks: taken, from, to }
}

function settle(units: ThreeWays<readonly string[]>, { hunks, from, to }: Group): Part {
  const partOf = (side: readonly string[], isMine: boolean) => {
    const own = hunks.filter((hunk) => hunk.isMine === isMine)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return undefined
    return side.slice(first.side[0] - (first.base[0] - from), last.side[1] + (to - last.base[1]))
  }
  const mine = partOf(units.mine, true)
  const theirs = partOf(units.theirs, false)
  if (mine === undefined || theirs === undefined) return { units: mine ?? theirs ?? [] }
  const isSame = mine.length === theirs.length && mine.every((unit, place) => unit === theirs[place])
  return isSame ? { units: mine } : { base: units.base.slice(from, to), mine, theirs }
}
