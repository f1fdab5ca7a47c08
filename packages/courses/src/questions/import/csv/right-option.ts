import { Refusal } from '../read-file.ts'

/** What a row says of its right option. */
type Said = {
  /** The letter, and never the text. */
  readonly key: string
  /** The letter, the number, the text, or the name of the column. */
  readonly answer: string
  /** Whether an answer of the file is 0: then numbers may begin at 0 or at 1. */
  readonly hasZero: boolean
  /** The columns of the options, as the file calls them. */
  readonly names: readonly string[]
}

const shorten = (text: string) => text.slice(0, 40)

/** The position of the right option. @throws Refusal, also where two may be meant */
export function rightOption(options: readonly string[], { key, ...said }: Said): number {
  if (key === '') return byAnswer(options, said)
  const position = positionOfLetter(key)
  if (position === undefined || position >= options.length)
    throw new Refusal(`Its key “${shorten(key)}” is no letter of an option.`)
  return position
}

function byAnswer(options: readonly string[], { answer, hasZero, names }: Omit<Said, 'key'>): number {
  if (answer === '') throw new Refusal('No option is marked as the right one.')
  if (hasZero && /^\d+$/.test(answer) && !options.includes(answer))
    throw new Refusal(
      'An answer in this file is 0, so its numbers may begin at 0 or at 1: name letters in a column “key”.',
    )
  const lettered = positionOfLetter(answer) ?? (/^\d{1,2}$/.test(answer) ? Number(answer) - 1 : undefined)
  const isPosition = lettered !== undefined && lettered >= 0 && lettered < options.length
  const positions = new Set([...sameText(options, answer), ...(isPosition ? [lettered] : [])])
  // "Option B" is the column of that name.
  if (positions.size === 0)
    for (const position of sameText(names.slice(0, options.length), answer)) positions.add(position)
  const [position] = positions
  if (position === undefined) throw new Refusal(`Its answer “${shorten(answer)}” is none of its options.`)
  if (positions.size > 1)
    throw new Refusal(
      `Its answer “${shorten(answer)}” may be one option or another: name its letter in a column “key”.`,
    )
  return position
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
