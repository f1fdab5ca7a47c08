import { questionLimits } from '../../limits.ts'
import { readSafeCell } from '../../safe-cell.ts'
import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { areNumbers, rightOption } from './right-option.ts'
import { type CsvRow, separatorLineOf, separators, sniffSeparator, splitCsv } from './split-csv.ts'

type Columns = {
  readonly question: number
  readonly options: readonly number[]
  readonly explanation: number | undefined
  /** Says the letter of the right option, and never its text. */
  readonly key: number | undefined
  /** Says the letter, the number or the text of the right option. */
  readonly answer: number | undefined
  /** Is the right option itself: the others stand in columns of wrong ones. */
  readonly right: number | undefined
}

const names = {
  question: /^(question|question text|questiontext|text|prompt|stem)$/,
  explanation:
    /^((correct )?(answer )?(explanation|feedback|rationale|reason)|general feedback|explanation of answer)$/,
  key: /^(key|letter|correct letter|answer letter)$/,
  answer:
    /^(answer|answers|correct|correct answer|correct answers|right|right answer|correct option|correct choice|solution)$/,
  option: /^(option|choice|answer|alternative)? ?([a-z]|\d{1,5})$/,
  wrong: /^((incorrect|wrong|false) (answer|option|choice)|distractor) ?([a-z]|\d{1,5})?$/,
} as const

/** No option S. */
const severalOptions = /^(option|choice|answer|alternative)s$/

/** More is no name: nobody waits for the brackets of a whole text in a first line. */
const longestName = 300

/** A name as people mean it: `Option_A`, `optionA`, `Option A (text)` and `Option A - at most 75 characters` are one. */
const plainName = (name: string) =>
  name
    .slice(0, longestName)
    .replace(/\(.*?\)/g, ' ')
    .replace(/\s[-–—]\s+\S+\s+\S.*$/s, '')
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
  const named = (pattern: RegExp) => wanted.flatMap((name, at) => (pattern.test(name) ? [at] : []))
  const options = named(names.option).filter((at) => !severalOptions.test(wanted[at] ?? ''))
  const [answer, wrong] = [find(names.answer), named(names.wrong)]
  if (question === undefined) return undefined
  const read = { question, explanation: find(names.explanation), key: find(names.key) }
  if (options.length >= 2) return { ...read, options, answer, right: undefined }
  // Programs of games write the right answer into a column of its own, and the wrong ones beside it.
  const isTold = answer !== undefined && read.key === undefined
  if (!isTold || wrong.length === 0 || options.length > 0) return undefined
  const all = [answer, ...wrong].sort((one, other) => one - other)
  return { ...read, options: all, answer: undefined, right: answer }
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
  const rows = splitCsv(text, findSeparator(text)).slice(named === '' ? 0 : 1)
  const at = findHeader(rows)
  const header = rows[at]
  const columns = header && findColumns(header.cells)
  if (!header || !columns) {
    parts.refuse(
      [0, text.length],
      'Its first line does not name the columns: question, key, explanation, option A, option B and so on.',
    )
    return parts.finish()
  }
  if (named !== '') parts.ignore([0, named.length], 'The sign between the columns')
  for (const { from, to, cells } of rows.slice(0, at))
    if (isBlank(cells)) parts.ignore([from, to], ignoredAs.blank)
    else parts.refuse([from, to], 'It stands above the names of the columns.')
  parts.ignore([header.from, header.to], noteHeader(header.cells, columns))
  const hasZero = rows.some(({ cells }) => cells[columns.answer ?? -1]?.trim() === '0')
  const table: Table = {
    ...{ columns, header: header.cells, hasZero },
    areNumbers: areNumbers(
      rows
        .slice(at + 1)
        .map((row) => ({ options: givenOptions(row, columns), answer: cellAt(row, columns.answer) })),
    ),
  }
  for (const row of rows.slice(at + 1))
    if (row.problem === undefined && isBlank(row.cells)) parts.ignore([row.from, row.to], ignoredAs.blank)
    else if (isUnused(row, table)) parts.ignore([row.from, row.to], 'A row without a question')
    else parts.question([row.from, row.to], () => readRow(row, table))
  return parts.finish()
}

/** Titles and notes that people write above a table. */
const mostAbove = 20

const findHeader = (rows: readonly CsvRow[]) =>
  rows.slice(0, mostAbove).findIndex(({ cells }) => hasKey(findColumns(cells)))

/** A title above the table says nothing of the sign between its columns: then it is the one that parts their names. */
function findSeparator(text: string): string {
  const sniffed = sniffSeparator(text)
  const head = text.slice(0, 20_000)
  const fits = (sign: string) => findHeader(splitCsv(head, sign)) >= 0
  return fits(sniffed) ? sniffed : ([...separators].find(fits) ?? sniffed)
}

const hasKey = (columns: Columns | undefined) =>
  (columns?.key ?? columns?.answer ?? columns?.right) !== undefined

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

type Table = {
  readonly columns: Columns
  readonly header: readonly string[]
  readonly hasZero: boolean
  readonly areNumbers: boolean
}

/** Templates have a number and a time in each row that nobody has filled. */
function isUnused(row: CsvRow, { columns, header }: Table): boolean {
  const { question, options, explanation, key, answer } = columns
  const read = [question, ...options, explanation, key, answer]
  const isWhole = row.problem === undefined && row.cells.length <= header.length
  return isWhole && read.every((at) => cellAt(row, at) === '')
}

const cellAt = ({ cells }: CsvRow, at: number | undefined) =>
  at === undefined ? '' : readSafeCell(cells[at] ?? '').trim()

/** Questions with fewer options leave the last cells empty. */
function givenOptions(row: CsvRow, columns: Columns): string[] {
  const given = columns.options.map((at) => cellAt(row, at))
  return given.slice(0, given.findLastIndex((text) => text !== '') + 1)
}

function readRow(row: CsvRow, { columns, header, ...numbers }: Table): Draft {
  const { cells, starts, problem } = row
  if (problem !== undefined) throw new Refusal(problem)
  // A comma that is not quoted moves every cell behind it.
  if (!isBlank(cells.slice(header.length)))
    throw new Refusal(
      `It has ${cells.length} cells, and ${header.length} columns have a name: a text with the separator in it is put in quotes.`,
    )
  const cell = (at: number | undefined) => cellAt(row, at)
  const options = givenOptions(row, columns)
  // Too many of them are told whatever is right: they have no letters.
  const names = columns.options.map((at) => header[at]?.trim() ?? '')
  const said = { key: cell(columns.key), answer: cell(columns.answer), ...numbers, names }
  const right =
    columns.right !== undefined
      ? columns.options.indexOf(columns.right)
      : options.length > questionLimits.options
        ? 0
        : rightOption(options, said)
  return {
    question: cell(columns.question),
    options: options.map((text, position) => {
      const at = starts[columns.options[position] ?? 0]
      return { text, isRight: position === right, ...(at !== undefined && { at }) }
    }),
    explanation: cell(columns.explanation),
  }
}
