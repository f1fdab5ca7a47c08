import { Refusal } from '../read-file.ts'

/** What a row says of its right option. */
type Said = {
  /** The letter, and never the text. */
  readonly key: string
  /** The letter, the number, the text, or the name of the column. */
  readonly answer: string
  /** Whether an answer of the file is 0: then numbers may begin at 0 or at 1. */
  readonly hasZero: boolean
  /** Whether the answers of the file are numbers of options, whatever the options say. */
  readonly areNumbers: boolean
  /** The columns of the options, as the file calls them. */
  readonly names: readonly string[]
}

const shorten = (text: string) => text.slice(0, 40)

/** The position of the right option. @throws Refusal, also where two may be meant */
export function rightOption(options: readonly string[], { key, ...said }: Said): number {
  if (key === '') return byAnswer(options, said)
  const position = positionOfLetter(key)
  if (position === undefined) requireOne(options, { ...said, answer: key })
  if (position === undefined || position >= options.length)
    throw new Refusal(`Its key “${shorten(key)}” is no letter of an option.`)
  return position
}

type Answer = Omit<Said, 'key'>

/** @throws Refusal where an answer names several options, as `1,3` or `Rome; Paris` */
function requireOne(options: readonly string[], { answer, names }: Answer): void {
  const parts = answer.split(/[,;|/&]|\band\b/i).map((part) => part.trim())
  const named = parts.filter((part) => part !== '').map((part) => [...positionsOf(part, { options, names })])
  const all = new Set(named.flat())
  if (all.size > 1 && named.every(({ length }) => length > 0))
    throw new Refusal(`${named.length} options are right: a question here has one right option.`)
}

type Options = { readonly options: readonly string[]; readonly names: readonly string[] }

/** The options that a text may mean: by their text, their letter or number, or the name of their column. */
function positionsOf(answer: string, { options, names }: Options): Set<number> {
  const lettered = positionOfLetter(answer) ?? (/^\d{1,2}$/.test(answer) ? Number(answer) - 1 : undefined)
  const isPosition = lettered !== undefined && lettered >= 0 && lettered < options.length
  const positions = new Set([...sameText(options, answer), ...(isPosition ? [lettered] : [])])
  // "Option B" is the column of that name.
  return positions.size > 0 ? positions : new Set(sameText(names.slice(0, options.length), answer))
}

function byAnswer(options: readonly string[], { answer, hasZero, areNumbers, names }: Answer): number {
  if (answer === '') throw new Refusal('No option is marked as the right one.')
  if (hasZero && /^\d+$/.test(answer) && !options.includes(answer))
    throw new Refusal(
      'An answer in this file is 0, so its numbers may begin at 0 or at 1: name letters in a column “key”.',
    )
  const isNumber = areNumbers && /^\d+$/.test(answer)
  const positions = isNumber ? new Set([Number(answer) - 1]) : positionsOf(answer, { options, names })
  const [position] = positions
  if (position === undefined) requireOne(options, { answer, hasZero, areNumbers, names })
  if (position === undefined) throw new Refusal(`Its answer “${shorten(answer)}” is none of its options.`)
  if (positions.size > 1)
    throw new Refusal(
      `Its answer “${shorten(answer)}” may be one option or another: name its letter in a column “key”.`,
    )
  return position
}

/**
 * Whether answers are numbers of options also where an option is a number itself: all that are numbers may be, one of them
 * can be nothing else, and no answer is the text of an option.
 */
export function areNumbers(rows: readonly { options: readonly string[]; answer: string }[]): boolean {
  let isProven = false
  for (const { options, answer } of rows) {
    const parts = answer.split(/[,;|/&]/).map((part) => part.trim())
    const all = parts.every((part) => /^\d{1,2}$/.test(part))
    if (!all && sameText(options, answer).length > 0) return false
    if (!all) continue
    if (parts.some((part) => Number(part) < 1 || Number(part) > options.length)) return false
    if (parts.some((part) => !options.includes(part))) isProven = true
  }
  return isProven
}

/** The positions of a text; of small and capital letters where none is written just so. */
function sameText(texts: readonly string[], wanted: string): number[] {
  const positionsOf = (is: (text: string) => boolean) => texts.flatMap((text, at) => (is(text) ? [at] : []))
  const exact = positionsOf((text) => text === wanted)
  return exact.length > 0 ? exact : positionsOf((text) => text.toLowerCase() === wanted.toLowerCase())
}

/** Of `B`, `b`, `B.`, `B)` and `(B)`. */
function positionOfLetter(text: string): number | undefined {
  const [, letter] = /^\(?([a-z])[.)]?$/i.exec(text) ?? []
  return letter === undefined ? undefined : letter.toUpperCase().charCodeAt(0) - 65
}
