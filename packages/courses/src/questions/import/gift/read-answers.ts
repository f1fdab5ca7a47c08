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
  | { readonly kind: 'choice'; readonly options: readonly GiftOption[]; readonly changes: readonly string[] }
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
    return { kind: 'choice', general, ...readOptions(text, block, comments) }
  if (findUnescaped(answers, '=') >= 0 && findUnescaped(answers, '->') >= 0)
    throw new Refusal('Pairs are to be matched: a quiz here is chosen from options.')
  const parts = splitFeedback(answers)
  const [, sign] = /^\s*(t|true|f|false)\s*$/i.exec(parts[0] ?? '') ?? []
  if (sign === undefined) throw new Refusal('Its answer is to be typed: a quiz here is chosen from options.')
  const [, ifWrong, ifRight] = parts
  return { kind: 'trueOrFalse', general, isTrue: sign[0]?.toLowerCase() === 't', ifWrong, ifRight }
}

/** A text apart at each `#` that begins feedback: not escaped, and not of a character reference such as `&#8217;`. */
function splitFeedback(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = findUnescaped(text, '#'); at >= 0; at = findUnescaped(text, '#', at + 1)) {
    if (text[at - 1] === '&' && /^#(\d{1,7}|x[\da-f]{1,6});/i.test(text.slice(at, at + 10))) continue
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return [...parts, text.slice(from)]
}

type Start = {
  /** The sign that says whether it is right. */
  readonly sign: number
  /** Where the option before ends. */
  readonly from: number
}

/** Where options begin, by `=` or `~`, and where the last one ends. People also write `~=` before the right one. */
function findStarts(text: string, [from, to]: Range, comments: readonly Range[]) {
  const starts: Start[] = []
  let comment = 0
  for (let at = from; at < to; at++) {
    while ((comments[comment]?.[1] ?? to) <= at && comment < comments.length) comment++
    const [start, behind] = comments[comment] ?? [to, to]
    if (at >= start && at < behind) at = behind - 1
    else if (text[at] === '\\') at++
    else if (text.startsWith('####', at)) return { starts, end: at }
    else if (text[at] === '=' || text[at] === '~') {
      const last = starts.at(-1)
      const isDoubled =
        text[at] === '=' &&
        last !== undefined &&
        text[last.sign] === '~' &&
        /^[^\S\r\n]*$/.test(text.slice(last.sign + 1, at))
      if (isDoubled) starts[starts.length - 1] = { sign: at, from: last.from }
      else starts.push({ sign: at, from: at })
    }
  }
  return { starts, end: to }
}

type Options = { readonly options: GiftOption[]; readonly changes: readonly string[] }

/** The options; the comments inside keep their positions, so that lines can be told. */
function readOptions(text: string, [from, to]: Range, comments: readonly Range[]): Options {
  const { starts, end } = findStarts(text, [from, to], comments)
  const before = withoutComments(text, [from, starts[0]?.from ?? end], comments).trim()
  if (before !== '') throw new Refusal('Its answers begin with neither = nor ~.')
  const options = starts.map(({ sign }, position) => {
    const source = withoutComments(text, [sign + 1, starts[position + 1]?.from ?? end], comments)
    const option = readOption(source, { at: sign, isRight: text[sign] === '=' })
    if (option.text.trim() === '' && option.feedback !== undefined)
      throw new Refusal(
        'An option has no text: # begins what is said about it, and in a text it is written \\#.',
      )
    return option
  })
  const isDoubled = starts.some(({ sign, from: begin }) => sign !== begin)
  return { options, changes: isDoubled ? ['“~=” before an option is read as “=”'] : [] }
}

/** Some programs write many decimals, a comma, or blanks. */
const weightBefore = /^\s*%[^\S\r\n]*(-?\d{1,3}(?:[.,]\d{1,30})?)[^\S\r\n]*%/

function readOption(
  source: string,
  { at, isRight }: { readonly at: number; readonly isRight: boolean },
): GiftOption {
  const [marked = '', percent] = weightBefore.exec(source) ?? []
  const weight = percent === undefined ? (isRight ? 100 : 0) : Number(percent.replace(',', '.'))
  if (Math.abs(weight) > 100) throw new Refusal(`An option has the weight ${percent}%.`)
  const rest = source.slice(marked.length)
  const [text = '', ...feedback] = splitFeedback(rest)
  return { text, weight, feedback: feedback.length === 0 ? undefined : feedback.join('#'), at }
}
