import { questionLimits } from '../limits.ts'
import { type Draft, type DraftOption, type ReadQuestion, Refusal } from './read-file.ts'

/** @returns the line of a position in the text, from 1 */
export type LineAt = (at: number) => number

const thousands = (n: number) => n.toLocaleString('en-US')

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

const letter = (at: number) => (at < 26 ? String.fromCharCode(65 + at) : `${at + 1}`)

/**
 * Whether a question of a file can be a question here: 2 to 26 options, one of them right.
 * @throws Refusal that says why not
 */
export function judgeDraft({ question, options, explanation }: Draft, lineAt: LineAt): ReadQuestion {
  const text = question.trim()
  if (text === '') throw new Refusal('The question has no text.')
  requireOptions(options, lineAt)
  const right = options.flatMap(({ isRight }, at) => (isRight ? [at] : []))
  const [answer] = right
  if (answer === undefined) throw new Refusal('No option is marked as the right one.')
  if (right.length > 1)
    throw new Refusal(`${right.length} options are right: a question here has one right option.`)
  const read = {
    question: text,
    options: options.map((option) => option.text.trim()),
    answer,
    explanation: explanation?.trim() || null,
  }
  requireStorable(read)
  return read
}

function requireOptions(options: readonly DraftOption[], lineAt: LineAt): void {
  if (options.length < 2)
    throw new Refusal(
      `It has ${options.length === 0 ? 'no options' : 'one option'}: a question here has at least 2.`,
    )
  const extra = options[questionLimits.options]
  if (extra)
    throw new Refusal(
      `It has ${thousands(options.length)} options, lettered A to Z there may be 26.${onLine(extra, lineAt, ' The 27th is')}`,
    )
  const empty = options.findIndex(({ text }) => text.trim() === '')
  const blank = options[empty]
  if (blank) throw new Refusal(`Option ${letter(empty)} has no text.${onLine(blank, lineAt, ' It is')}`)
}

const onLine = ({ at }: DraftOption, lineAt: LineAt, before: string) =>
  at === undefined ? '' : `${before} on line ${thousands(lineAt(at))}.`

function requireStorable({ question, options, explanation }: ReadQuestion): void {
  const { questionLength, optionLength, explanationLength } = questionLimits
  if (question.length > questionLength)
    throw new Refusal(`The question is longer than ${thousands(questionLength)} characters.`)
  if ((explanation?.length ?? 0) > explanationLength)
    throw new Refusal(`The explanation is longer than ${thousands(explanationLength)} characters.`)
  for (const text of options)
    if (text.length > optionLength)
      throw new Refusal(`The option “${shorten(text)}” is longer than ${thousands(optionLength)} characters.`)
  for (const text of [question, explanation ?? '', ...options]) {
    if (text.includes('\u{FFFD}') || !text.isWellFormed())
      throw new Refusal(
        'It holds bytes that are no characters: the file is damaged, or its encoding is another.',
      )
    // PostgreSQL keeps no NUL, and no other control character can be seen by whoever reviews the question.
    if (/[^\P{Cc}\t\n\r]/u.test(text)) throw new Refusal('It holds control characters.')
  }
}

/** The lines of a text: asked in any order. */
export function linesOf(text: string): LineAt {
  const starts = [0]
  for (const { index } of text.matchAll(/\r\n|\r|\n/g))
    starts.push(index + (text[index + 1] === '\n' && text[index] === '\r' ? 2 : 1))
  return (at) => {
    let low = 0
    let high = starts.length
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return low + 1
  }
}
