import { PartsOfText } from '../collect-parts.ts'
import { listLines, type TextLine } from '../lines.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { toMarkdown } from '../to-markdown.ts'

type Kind = 'blank' | 'option' | 'answer' | 'text'
type Line = TextLine & { readonly kind: Kind; readonly label: string; readonly said: string }

const optionLine = /^\s*([A-Z]{1,2})[.)]\s*(.*)$/
const answerLine = /^\s*ANSWER\s*:\s*(.*?)\s*$/i

function readLine(line: TextLine): Line {
  const [, given] = answerLine.exec(line.text) ?? []
  if (given !== undefined) return { ...line, kind: 'answer', label: given, said: '' }
  const [, label, said = ''] = optionLine.exec(line.text) ?? []
  if (label !== undefined) return { ...line, kind: 'option', label, said }
  return { ...line, kind: line.text.trim() === '' ? 'blank' : 'text', label: '', said: line.text }
}

/** Reads an Aiken file (https://docs.moodle.org/en/Aiken_format): a question ends with its line `ANSWER:`. */
export function readAiken(text: string): ReadText {
  const lines = listLines(text).map(readLine)
  const parts = new PartsOfText(text)
  const opens = opensQuestion(lines)
  let unit: Line[] = []
  const end = () => {
    const [first] = unit
    const last = unit.findLast(({ kind }) => kind !== 'blank')
    const whole = unit
    if (first && last) parts.question([first.from, last.to], () => readQuestion(whole))
    unit = []
  }
  for (const [at, line] of lines.entries()) {
    if (unit.length === 0 && line.kind === 'blank') continue
    if (unit.some(({ kind }) => kind === 'option') && line.kind === 'text' && opens[at]) end()
    unit.push(line)
    if (line.kind === 'answer') end()
  }
  end()
  return parts.finish()
}

/**
 * Of each line, whether an option A follows before the next `ANSWER:`. A text line behind options is then the next
 * question: the line with the answer before it was forgotten. Otherwise it goes on with the option.
 */
function opensQuestion(lines: readonly Line[]): boolean[] {
  const opens: boolean[] = new Array(lines.length).fill(false)
  let follows = false
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (line?.kind === 'answer') follows = false
    if (line?.kind === 'option' && line.label === 'A') follows = true
    opens[at] = follows
  }
  return opens
}

const letterAt = (place: number) => String.fromCharCode(65 + place)

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
  for (const { kind, label, said, from } of lines.slice(firstOption)) {
    const last = options.at(-1)
    if (kind === 'option') options.push({ label, text: said, at: from })
    else if (kind === 'text' && last) last.text += `\n${said}`
  }
  requireOrder(options.map(({ label }) => label))
  if (!answer) throw new Refusal('The line “ANSWER:” is missing.')
  const key = answer.label.toUpperCase()
  if (!/^[A-Z]$/.test(key))
    throw new Refusal('The line “ANSWER:” names no single letter: a question here has one right option.')
  if (!options.some(({ label }) => label === key))
    throw new Refusal(`Its answer ${key} is none of its options.`)
  return {
    question,
    options: options.map(({ label, text, at }) => ({ text: show(text), isRight: label === key, at })),
  }
}

/** @throws Refusal for options that are not lettered from A on */
function requireOrder(labels: readonly string[]): void {
  for (const [place, label] of labels.entries()) {
    // The 27th is refused by its number.
    if (place >= 26) return
    if (label !== letterAt(place))
      throw new Refusal(`Option ${letterAt(place)} is missing: ${label} stands in its place.`)
  }
}
