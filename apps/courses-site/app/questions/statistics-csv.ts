import type { QuizStatistics } from '@freeor/courses/questions/statistics/schema'

/** A spreadsheet runs no cell of it: a text that begins with a sign of a formula gets an apostrophe. */
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s'"]*[=+\-@]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

const row = (cells: readonly (string | number | null)[]) => cells.map(cell).join(',')

/** The statistics of the questions, a row each. */
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
  return `${[row(names), ...rows].join('\r\n')}\r\n`
}

export function downloadCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
