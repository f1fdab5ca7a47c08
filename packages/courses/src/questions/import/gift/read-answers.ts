import { Refusal } from '../read-file.ts'
import { findUnescaped, withoutComments } from './unescape-gift.ts'

type Range = readonly [from: number, to: number]

/** An option as it is written, still escaped. */
export type GiftOption = {
  readonly text: string
  readonly weight: number
  readonly feedback: string | undefined
  readonly at: number
}

export type GiftAnswer = { readonly general: string | undefined } & (
  | { readonly kind: 'choice'; readonly options: readonly GiftOption[] }
  | {
      readonly kind: 'trueOrFalse'
      readonly isTrue: boolean
      readonly ifWrong: string | undefined
      readonly ifRight: string | undefined
    }
)

/**
 * What stands between the braces, by the rules that Moodle's reader has for telling the kinds apart.
 * @throws Refusal for the kinds that are no choice of options
 */
export function readAnswers(text: string, block: Range, comments: readonly Range[]): GiftAnswer {
  const whole = withoutComments(text, block, comments)
  const generalAt = findUnescaped(whole, '####')
  const general = generalAt < 0 ? undefined : whole.slice(generalAt + 4)
  const answers = generalAt < 0 ? whole : whole.slice(0, generalAt)
  if (answers.trim() === '') throw new Refusal('It is an essay: a quiz here is chosen from options.')
  if (answers.trimStart().startsWith('#'))
    throw new Refusal('Its answer is a number to be typed: a quiz here is chosen from options.')
  if (findUnescaped(answers, '~') >= 0)
    return { kind: 'choice', general, options: readOptions(text, block, comments) }
  if (findUnescaped(answers, '=') >= 0 && findUnescaped(answers, '->') >= 0)
    throw new Refusal('Pairs are to be matched: a quiz here is chosen from options.')
  const parts = splitUnescaped(answers, '#')
  const [, sign] = /^\s*(t|true|f|false)\s*$/i.exec(parts[0] ?? '') ?? []
  if (sign === undefined) throw new Refusal('Its answer is to be typed: a quiz here is chosen from options.')
  const [, ifWrong, ifRight] = parts
  return { kind: 'trueOrFalse', general, isTrue: sign[0]?.toLowerCase() === 't', ifWrong, ifRight }
}

function splitUnescaped(text: string, sign: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = findUnescaped(text, sign); at >= 0; at = findUnescaped(text, sign, from)) {
    parts.push(text.slice(from, at))
    from = at + sign.length
  }
  return [...parts, text.slice(from)]
}

/** Each option begins with `=` or `~`; the comments inside keep their places, so that lines can be told. */
function readOptions(text: string, [from, to]: Range, comments: readonly Range[]): GiftOption[] {
  const starts: number[] = []
  let end = to
  let comment = 0
  for (let at = from; at < to; at++) {
    while ((comments[comment]?.[1] ?? to) <= at && comment < comments.length) comment++
    const [start, behind] = comments[comment] ?? [to, to]
    if (at >= start && at < behind) {
      at = behind - 1
      continue
    }
    if (text[at] === '\\') at++
    else if (text.startsWith('####', at)) {
      end = at
      break
    } else if (text[at] === '=' || text[at] === '~') starts.push(at)
  }
  const before = withoutComments(text, [from, starts[0] ?? end], comments).trim()
  if (before !== '') throw new Refusal('Its answers begin with neither = nor ~.')
  return starts.map((at, place) => {
    const source = withoutComments(text, [at + 1, starts[place + 1] ?? end], comments)
    const option = readOption(source, { at, isRight: text[at] === '=' })
    if (option.text.trim() === '' && option.feedback !== undefined)
      throw new Refusal(
        'An option has no text: # begins what is said about it, and in a text it is written \\#.',
      )
    return option
  })
}

function readOption(
  source: string,
  { at, isRight }: { readonly at: number; readonly isRight: boolean },
): GiftOption {
  const [marked = '', percent] = /^\s*%(-?\d{1,3}(?:\.\d{1,9})?)%/.exec(source) ?? []
  const weight = percent === undefined ? (isRight ? 100 : 0) : Number(percent)
  if (Math.abs(weight) > 100) throw new Refusal(`An option has the weight ${percent}%.`)
  const rest = source.slice(marked.length)
  const [text = '', ...feedback] = splitUnescaped(rest, '#')
  return { text, weight, feedback: feedback.length === 0 ? undefined : feedback.join('#'), at }
}
