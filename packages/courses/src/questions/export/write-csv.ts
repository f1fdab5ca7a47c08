import type { ReadQuestion } from '../import/read-file.ts'
import { questionLimits } from '../limits.ts'
import { writeSafeCell } from '../safe-cell.ts'

const letters = Array.from({ length: questionLimits.options }, (_, at) => String.fromCharCode(65 + at))

const cell = (text: string) => `"${writeSafeCell(text).replaceAll('"', '""')}"`

const row = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

export const csvHeader = row([
  'question',
  'key',
  'explanation',
  ...letters.map((letter) => `option ${letter}`),
])

/** A question as a row: the key is a letter. */
export const writeCsvQuestion = ({ question, options, answer, explanation }: ReadQuestion): string =>
  row([question, letters[answer] ?? '', explanation ?? '', ...options])
