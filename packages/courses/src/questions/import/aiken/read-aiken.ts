import { PartsOfText } from '../collect-parts.ts'
import { listLines, type TextLine } from '../lines.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { toMarkdown } from '../to-markdown.ts'

type Kind = 'blank' | 'option' | 'answer' | 'explanation' | 'text'
type Line = TextLine & { readonly kind: Kind; readonly label: string; readonly said: string }

const optionLine = /^\s*\(?([A-Z]{1,2}|[a-z])[.)]\s*(.*)$/
const answerLine = /^\s*(?:CORRECT\s+)?ANSWER\s*:\s*(.*?)\s*$/i
const explanationLine = /^\s*(?:FEEDBACK|EXPLANATION|RATIONALE)\s*:\s*(.*?)\s*$/i

function readLine(line: TextLine): Line {
  const [, given] = answerLine.exec(line.text) ?? []
  if (given !== undefined) return { ...line, kind: 'answer', label: given, said: '' }
  const [, told] = explanationLine.exec(line.text) ?? []
  if (told !== undefined) return { ...line, kind: 'explanation', label: '', said: told }
  const [, label, said = ''] = optionLine.exec(line.text) ?? []
  if (label !== undefined) return { ...line, kind: 'option', label: label.toUpperCase(), said }
  return asText(line)
}

const asText = (line: TextLine): Line => ({
  ...line,
  kind: line.text.trim() === '' ? 'blank' : 'text',
  label: '',
  said: line.text,
})

/**
 * Lines of text that begin like an option: initials, as "J. S. Mill" and "U.S. law". A line is an option by its position: the
 * first is A, each other follows the one before. Others stay options where that one is nowhere ahead, so that a letter that
 * is left out is told.
 */
function withoutInitials(lines: readonly Line[]): Line[] {
  const ahead = lettersAhead(lines)
  let next = 0
  return lines.map((line, at) => {
    if (line.kind === 'answer') next = 0
    if (line.kind !== 'option') return line
    const position = positionOf(line.label)
    const maybeInitial = next === 0 || /^[A-Z]\./i.test(line.said) || !/^\s*[A-Z]{1,2}[.)]\s/i.test(line.text)
    if (position !== next && maybeInitial && ((ahead[at] ?? 0) & (1 << next)) !== 0) return asText(line)
    next = position + 1
    return line
  })
}

const positionOf = (label: string) => label.charCodeAt(0) - 65

/** Of each line, the letters of the options behind it, before the question ends, as bits. */
function lettersAhead(lines: readonly Line[]): number[] {
  const ahead: number[] = new Array(lines.length).fill(0)
  let letters = 0
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (line?.kind === 'answer') letters = 0
    ahead[at] = letters
    if (line?.kind === 'option' && line.label.length === 1) letters |= 1 << positionOf(line.label)
  }
  return ahead
}

/** Reads an Aiken file (https://docs.moodle.org/en/Aiken_format): a question ends with its line `ANSWER:`. */
export function readAiken(text: string): ReadText {
  const lines = withoutInitials(listLines(text).map(readLine))
  const parts = new PartsOfText(text)
  const opens = opensQuestion(lines)
  let unit: Line[] = []
  let [hasOption, isExplained] = [false, false]
  const end = () => {
    const [first] = unit
    const last = unit.findLast(({ kind }) => kind !== 'blank')
    const whole = unit
    if (first && last) parts.question([first.from, last.to], () => readQuestion(whole))
    unit = []
    hasOption = false
    isExplained = false
  }
  for (const [at, line] of lines.entries()) {
    if (unit.length === 0 && line.kind === 'blank') continue
    if (hasOption && line.kind === 'text' && opens[at]) end()
    unit.push(line)
    hasOption ||= line.kind === 'option'
    isExplained ||= line.kind === 'explanation'
    const next = lines[at + 1]?.kind
    // What is explained stands right behind the answer, and goes on to the end of its paragraph.
    if (isExplained ? next !== 'text' || opens[at + 1] : line.kind === 'answer' && next !== 'explanation')
      end()
  }
  end()
  return parts.finish()
}

/** An `ANSWER:` that somebody mistyped: it is of the question above it, not of the next one. */
const mistypedAnswer = /^(?=.*(?:ans|swer|correct|key)).{0,30}[^\p{L}]\(?[A-Z][.)]?\s*$/iu

/**
 * Of each line, whether the next question begins there, where the line with the answer before it was forgotten: a text in
 * the paragraph above an option A. Other texts behind options go on with the option.
 */
function opensQuestion(lines: readonly Line[]): boolean[] {
  const opens: boolean[] = new Array(lines.length).fill(false)
  let isAbove = false
  let hasText = false
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (line?.kind === 'answer' || line?.kind === 'option') {
      isAbove = line.kind === 'option' && line.label === 'A'
      hasText = false
    } else if (line?.kind === 'blank') isAbove &&= !hasText
    else if (line && isAbove) {
      opens[at] = !(hasText && mistypedAnswer.test(line.text))
      hasText = true
    }
  }
  return opens
}

const letterAt = (position: number) => String.fromCharCode(65 + position)

function readQuestion(lines: readonly Line[]): Draft {
  const firstOption = lines.findIndex(({ kind }) => kind === 'option')
  const answer = lines.find(({ kind }) => kind === 'answer')
  const show = (text: string) => toMarkdown(text, 'plain', { changes: [] })
  if (firstOption < 0) throw new Refusal('It has no options such as “A. Text”.')
  const question = show(
    lines
      .slice(0, firstOption)
      .map(({ said }) => said)
      .join('\n'),
  )
  const options: { label: string; text: string; at: number }[] = []
  const explained = lines.findIndex(({ kind }) => kind === 'explanation')
  const end = explained < 0 ? lines.length : explained
  for (const { kind, label, said, from } of lines.slice(firstOption, end)) {
    const last = options.at(-1)
    if (kind === 'option') options.push({ label, text: said, at: from })
    else if (kind === 'text' && last) last.text += `\n${said}`
  }
  requireOrder(options.map(({ label }) => label))
  if (!answer) throw new Refusal('The line “ANSWER:” is missing.')
  const key = readKey(answer.label, options)
  const explanation = lines.slice(end).map(({ said }) => said)
  return {
    question,
    options: options.map(({ label, text, at }) => ({ text: show(text), isRight: label === key, at })),
    explanation: show(explanation.join('\n')),
  }
}

type Option = { readonly label: string; readonly text: string }

/** The letter of the answer, as `B`, `B.`, `(B)`, or with the text of its option. @throws Refusal */
function readKey(written: string, options: readonly Option[]): string {
  const [, label = '', rest = ''] = /^\(?([A-Z])(?:[.)]+\s*(.*))?$/is.exec(written) ?? []
  const key = label.toUpperCase()
  const option = options.find((one) => one.label === key)
  if (key === '' || (rest !== '' && option?.text.trim() !== rest.trim()))
    throw new Refusal('The line “ANSWER:” names no single letter: a question here has one right option.')
  if (!option) throw new Refusal(`Its answer ${key} is none of its options.`)
  return key
}

/** @throws Refusal for options that are not lettered from A on */
function requireOrder(labels: readonly string[]): void {
  for (const [position, label] of labels.entries()) {
    // The 27th is refused by its number.
    if (position >= 26) return
    if (label !== letterAt(position))
      throw new Refusal(`Option ${letterAt(position)} is missing: ${label} stands in its place.`)
  }
}
