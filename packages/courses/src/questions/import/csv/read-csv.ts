import { questionLimits } from '../../limits.ts'
import { readSafeCell } from '../../safe-cell.ts'
import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { type CsvRow, separatorLineOf, sniffSeparator, splitCsv } from './split-csv.ts'

type Columns = {
  readonly question: number
  readonly options: readonly number[]
  readonly explanation: number | undefined
  /** Says the letter of the right option, and never its text. */
  readonly key: number | undefined
  /** Says the letter, the number or the text of the right option. */
  readonly answer: number | undefined
  /** Whether an answer of the file is 0: then numbers may begin at 0 or at 1. */
  readonly hasZero?: boolean
}

const names = {
  question: /^(question|question text|questiontext|text|prompt|stem)$/,
  explanation: /^(explanation|feedback|general feedback|rationale)$/,
  key: /^(key|letter|correct letter|answer letter)$/,
  answer:
    /^(answer|answers|correct|correct answer|correct answers|right|right answer|correct option|correct choice|solution)$/,
  option: /^(option|choice|answer|distractor|alternative)? ?([a-z]|\d{1,5})$/,
} as const

/** No option S. */
const severalOptions = /^(option|choice|answer|distractor|alternative)s$/

/** A name as people mean it: `Option_A`, `optionA` and `Option A (text)` are one. */
const plainName = (name: string) =>
  name
    .replace(/\(.*?\)/g, ' ')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()

/** The columns by their names; undefined where no question or options are named. */
export function findColumns(header: readonly string[]): Columns | undefined {
  const wanted = header.map(plainName)
  const find = (pattern: RegExp) => {
    const at = wanted.findIndex((name) => pattern.test(name))
    return at < 0 ? undefined : at
  }
  // A column "question" beside it is a number.
  const question = find(/^question ?text$/) ?? find(names.question)
  const options = wanted.flatMap((name, at) =>
    names.option.test(name) && !severalOptions.test(name) ? [at] : [],
  )
  if (question === undefined || options.length < 2) return undefined
  return {
    ...{ question, options, explanation: find(names.explanation) },
    ...{ key: find(names.key), answer: find(names.answer) },
  }
}

/** What is said of the line with the names: which columns no question takes anything of. */
function noteHeader(
  header: readonly string[],
  { question, options, explanation, key, answer }: Columns,
): string {
  const read = new Set([question, ...options, explanation, key, answer])
  const unread = header.flatMap((name, at) => (read.has(at) || name.trim() === '' ? [] : [name.trim()]))
  const note = 'The names of the columns'
  return unread.length === 0 ? note : `${note}. Not read: ${unread.join(', ').slice(0, 200)}`
}

/** Reads a CSV file with a header: `question`, `key`, `explanation`, `option A`, `option B` and so on. */
export function readCsv(text: string): ReadText {
  const parts = new PartsOfText(text)
  const named = separatorLineOf(text)
  const rows = splitCsv(text, sniffSeparator(text)).slice(named === '' ? 0 : 1)
  const at = rows.findIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const header = rows[at]
  const found = header && findColumns(header.cells)
  const columns = found && {
    ...found,
    hasZero: rows.some(({ cells }) => cells[found.answer ?? -1]?.trim() === '0'),
  }
  if (!header || !columns || (columns.key ?? columns.answer) === undefined) {
    parts.refuse(
      [0, text.length],
      'Its first line does not name the columns: question, key, explanation, option A, option B and so on.',
    )
    return parts.finish()
  }
  if (named !== '') parts.ignore([0, named.length], 'The sign between the columns')
  parts.ignore([header.from, header.to], noteHeader(header.cells, columns))
  for (const row of rows.slice(at + 1)) {
    const isBlank = row.problem === undefined && row.cells.every((cell) => cell.trim() === '')
    if (isBlank) parts.ignore([row.from, row.to], ignoredAs.blank)
    else parts.question([row.from, row.to], () => readRow(row, columns))
  }
  return parts.finish()
}

function readRow({ cells, starts, problem }: CsvRow, columns: Columns): Draft {
  if (problem !== undefined) throw new Refusal(problem)
  const cell = (at: number | undefined) => (at === undefined ? '' : readSafeCell(cells[at] ?? '').trim())
  const given = columns.options.map(cell)
  // Questions with fewer options leave the last cells empty.
  const options = given.slice(0, given.findLastIndex((text) => text !== '') + 1)
  // Too many of them are told whatever is right: they have no letters.
  const said = { key: cell(columns.key), answer: cell(columns.answer), hasZero: columns.hasZero === true }
  const right = options.length > questionLimits.options ? 0 : rightOption(options, said)
  return {
    question: cell(columns.question),
    options: options.map((text, place) => {
      const at = starts[columns.options[place] ?? 0]
      return { text, isRight: place === right, ...(at !== undefined && { at }) }
    }),
    explanation: cell(columns.explanation),
  }
}

/** The place of the right option. @throws Refusal */
function rightOption(
  options: readonly string[],
  { key, answer, hasZero }: { readonly key: string; readonly answer: string; readonly hasZero: boolean },
) {
  if (key !== '') {
    const place = placeOfLetter(key)
    if (place === undefined || place >= options.length)
      throw new Refusal(`Its key “${key.slice(0, 40)}” is no letter of an option.`)
    return place
  }
  if (answer === '') throw new Refusal('No option is marked as the right one.')
  if (hasZero && /^\d+$/.test(answer) && !options.includes(answer))
    throw new Refusal(
      'An answer in this file is 0, so its numbers may begin at 0 or at 1: name letters in a column “key”.',
    )
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
