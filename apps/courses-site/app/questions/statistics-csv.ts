import { writeSafeCell } from '@freeor/courses/questions/safe-cell'
import type { QuizStatistics } from '@freeor/courses/questions/statistics/schema'

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  return typeof value === 'number' ? String(value) : `"${writeSafeCell(value).replaceAll('"', '""')}"`
}

const row = (cells: readonly (string | number | null)[]) => cells.map(cell).join(',')

/** The statistics of the questions, a row each; inert in a spreadsheet. Excel reads UTF-8 by its mark only. */
export function statisticsCsv({ questions }: QuizStatistics): string {
  const names = [
    ...['question', 'attempts', 'unanswered', 'facility', 'standardDeviation'],
    ...['discriminationIndex', 'discriminationEfficiency', 'verdict'],
  ]
  const rows = questions.map((one) =>
    row([
      ...[one.question, one.attempts, one.unanswered, one.facility, one.standardDeviation],
      ...[one.discriminationIndex, one.discriminationEfficiency, one.verdict],
    ]),
  )
  return `\u{feff}${[row(names), ...rows].join('\r\n')}\r\n`
}

export function downloadCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
