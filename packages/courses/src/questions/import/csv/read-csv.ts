import { readSafeCell } from '../../safe-cell.ts'
import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { type CsvRow, sniffSeparator, splitCsv } from './split-csv.ts'

type Columns = {
  readonly question: number
  readonly options: readonly number[]
  readonly explanation: number | undefined
  /** Says the letter of the right option, and never its text. */
  readonly key: number | undefined
  /** Says the letter, the number or the text of the right option. */
  readonly answer: number | undefined
}

const names = {
  question: /^(question|question text|text|prompt|stem)$/,
  explanation: /^(explanation|feedback|rationale)$/,
  key: /^(key|letter|correct letter|answer letter)$/,
  answer: /^(answer|correct|correct answer|right|right answer|correct option|solution)$/,
  option: /^(option|choice|answer|distractor|alternative)?[\s_-]*([a-z]|\d{1,5})$/,
} as const

/** The columns by their names; undefined where no question or options are named. */
export function findColumns(header: readonly string[]): Columns | undefined {
  const wanted = header.map((name) => name.trim().toLowerCase())
  const find = (pattern: RegExp) => {
    const at = wanted.findIndex((name) => pattern.test(name))
    return at < 0 ? undefined : at
  }
  const question = find(names.question)
  const options = wanted.flatMap((name, at) => (names.option.test(name) ? [at] : []))
  if (question === undefined || options.length < 2) return undefined
  return {
    ...{ question, options, explanation: find(names.explanation) },
    ...{ key: find(names.key), answer: find(names.answer) },
  }
}

/** Reads a CSV file with a header: `question`, `key`, `explanation`, `option A`, `option B` and so on. */
export function readCsv(text: string): ReadText {
  const parts = new PartsOfText(text)
  const rows = splitCsv(text, sniffSeparator(text))
  const at = rows.findIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const header = rows[at]
  const columns = header && findColumns(header.cells)
  if (!header || !columns || (columns.key ?? columns.answer) === undefined) {
    parts.refuse(
      [0, text.length],
      'Its first line does not name the columns: question, key, explanation, option A, option B and so on.',
    )
    return parts.finish()
  }
  parts.ignore([header.from, header.to], 'The names of the columns')
  for (const row of rows.slice(at + 1)) {
    const isBlank = row.problem === undefined && row.cells.every((cell) => cell.trim() === '')
    if (isBlank) parts.ignore([row.from, row.to], ignoredAs.blank)
    else parts.question([row.from, row.to], () => readRow(row, columns))
  }
  return parts.finish()
}

function readRow({ cells, problem }: CsvRow, columns: Columns): Draft {
  if (problem !== undefined) throw new Refusal(problem)
  const cell = (at: number | undefined) => (at === undefined ? '' : readSafeCell(cells[at] ?? '').trim())
  const given = columns.options.map(cell)
  // Questions with fewer options leave the last cells empty.
  const options = given.slice(0, given.findLastIndex((text) => text !== '') + 1)
  const right = rightOption(options, { key: cell(columns.key), answer: cell(columns.answer) })
  return {
    question: cell(columns.question),
    options: options.map((text, at) => ({ text, isRight: at === right })),
    explanation: cell(columns.explanation),
  }
}

/** The place of the right option. @throws Refusal */
function rightOption(
  options: readonly string[],
  { key, answer }: { readonly key: string; readonly answer: string },
) {
  if (key !== '') {
    const place = placeOfLetter(key)
    if (place === undefined || place >= options.length)
      throw new Refusal(`Its key “${key.slice(0, 40)}” is no letter of an option.`)
    return place
  }
  if (answer === '') throw new Refusal('No option is marked as the right one.')
  const byText = options.flatMap((text, at) => (text === answer ? [at] : []))
  const byLetter = placeOfLetter(answer) ?? (/^\d{1,2}$/.test(answer) ? Number(answer) - 1 : undefined)
  const places = new Set([
    ...byText,
    ...(byLetter !== undefined && byLetter >= 0 && byLetter < options.length ? [byLetter] : []),
  ])
  const [place] = places
  if (place === undefined) throw new Refusal(`Its answer “${answer.slice(0, 40)}” is none of its options.`)
  if (places.size > 1)
    throw new Refusal(
      `Its answer “${answer.slice(0, 40)}” may be one option or another: name its letter in a column “key”.`,
    )
  return place
}

const placeOfLetter = (text: string) =>
  /^[a-z]$/i.test(text) ? text.toUpperCase().charCodeAt(0) - 65 : undefined
