type Field = { readonly least: number; readonly most: number; readonly names?: readonly string[] }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Minute, hour, day of the month, month, day of the week. */
const fields: readonly Field[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: months },
  { least: 0, most: 7, names: days },
]

function numberOf(text: string, { least, names = [] }: Field): number {
  const named = names.indexOf(text.toLowerCase())
  if (named >= 0) return named + least
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
}

function isPart(text: string, field: Field): boolean {
  const [range = '', step, ...more] = text.split('/')
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return false
  if (range === '*') return true
  const ends = range.split('-')
  const [from = Number.NaN, to = from] = ends.map((end) => numberOf(end, field))
  return ends.length <= 2 && from >= field.least && from <= to && to <= field.most
}

/** Whether a text is a time of cron: five fields of numbers, names, ranges, steps and lists, each in its range. */
export function isCron(text: string): boolean {
  const given = text.split(' ')
  return (
    given.length === fields.length &&
    fields.every((field, n) => given[n]?.split(',').every((part) => isPart(part, field)))
  )
}
