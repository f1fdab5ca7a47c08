/** The forms of numbers that Excel knows without being told, as far as they change what is read. */
export const knownForms: Readonly<Record<number, string>> = {
  ...{ 9: '0%', 10: '0.00%' },
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 22: 'yyyy-mm-dd h:mm' },
  ...{ 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm', 21: 'h:mm:ss', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
}

const dayMs = 86_400_000

type Shown = {
  /** As the author of the sheet chose it. */
  readonly form: string
  readonly is1904: boolean
}

/** A number of a cell: a day is a date, and a part of a hundred a percentage. A sheet keeps all of them as plain numbers. */
export function showNumber(value: string, { form, is1904 }: Shown): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
  const signs = form.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/gi, '')
  if (signs.includes('%')) return `${plain(number * 100)}%`
  if (!/[ymdhs]/i.test(signs) || /general/i.test(signs)) return plain(number)
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(first + Math.round((number * dayMs) / 1000) * 1000)
  if (number < 0 || Number.isNaN(date.getTime())) return plain(number)
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  const clock = time.replace(/:00$/, '')
  if (!/[yd]/i.test(signs) && /[hs]/i.test(signs)) return clock
  return time === '00:00:00' ? day : `${day} ${clock}`
}

/** As it was typed: a sheet keeps 0.1 + 0.2 with all its digits. */
const plain = (number: number) => String(Number(number.toPrecision(15)))
