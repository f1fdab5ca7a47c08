import { AppError } from '@freeor/kernel/errors'
import type { Column } from '../../schema.ts'
import { isQuarter } from '../cells/cell-kinds.ts'
import { isDegreeText } from '../cells/degrees.ts'
import { chooseIdentity, type Identity, valuesOf } from '../columns/identity.ts'
import type { Sample } from '../file/read-sample.ts'
import type { FileScan } from '../file/scan-options.ts'
import { liesAbroad } from '../place-evidence/abroad.ts'
import { placeRoles } from '../place-evidence/place-roles.ts'
import { spreadRows } from '../place-evidence/spread-rows.ts'
import type { DateOrder } from './cell-sql.ts'
import { countyStyle } from './county-style.ts'
import type { RepairPlan } from './repair-plan.ts'

export type ImportPlan = {
  readonly repair: RepairPlan
  /** For the scanner, everything except its callback. */
  readonly scan: FileScan
}

const typedKinds = new Set([
  'number',
  'money',
  'date',
  'boolean',
  'email',
  'phone',
  'url',
  'zip',
  'lat',
  'lon',
])

type PlanInput = {
  readonly sample: Sample
  readonly columns: readonly Column[]
  /** The version before's; kept while the file still has its columns. */
  readonly identity?: Identity | undefined
}

/**
 * Decides everything that an import does to cells and places.
 * @throws AppError `invalid_request` when a column reads from a header the file does not have.
 */
export function planImport({ sample, columns, identity }: PlanInput): ImportPlan {
  const { headers } = sample.layout
  const places = new Map(headers.map((header, index) => [header, index]))
  const missing = columns.filter(({ from }) => !places.has(from))
  if (missing.length > 0) {
    const names = missing.map(({ from }) => `"${from}"`).join(', ')
    throw new AppError('invalid_request', `The file has no column ${names}`)
  }
  const at = (column: Column): number => places.get(column.from) ?? -1
  const values = valuesOf(sample.rows, at)
  const isKept = identity?.keys.every((key) => columns.some((column) => column.key === key)) ?? false
  const some = spreadRows(sample.rows)
  const cells = (column: Column): string[] => some.map((row) => row[at(column)] ?? '')
  const roles = placeRoles(columns, { values, cells })
  const repair: RepairPlan = {
    columns,
    at,
    wrapped: sample.wrapped,
    roles,
    isAbroad: liesAbroad({ roles, phones: columns.filter(({ kind }) => kind === 'phone'), cells }),
    countyStyle: countyStyle(roles.county ? values(roles.county) : []),
    identity: identity && isKept ? identity : chooseIdentity(columns, sample.rows, at),
    isDecimalComma: decimalCommas(columns, values),
    saysDegrees: (column) =>
      (column.kind === 'lat' || column.kind === 'lon') && values(column).some(isDegreeText),
    dateOrder: (column) => dateOrder(values(column)),
    saysQuarters: (column) => values(column).some(isQuarter),
    losesDecimals: (column) =>
      (column.kind === 'id' || column.kind === 'category') &&
      values(column).some((cell) => /^\d+\.0$/.test(cell)),
  }
  return { repair, scan: scanOptions(sample, columns, at) }
}

function scanOptions(sample: Sample, columns: readonly Column[], at: (column: Column) => number): FileScan {
  const { width, skipRows, isRagged } = sample.layout
  const kept = new Array<boolean>(width).fill(false)
  const typed = new Array<boolean>(width).fill(false)
  for (const column of columns) {
    kept[at(column)] = true
    typed[at(column)] = typedKinds.has(column.kind)
  }
  const { dialect, strays } = sample
  return { ...dialect, columns: width, kept, typed, isRagged, skipRows, strays }
}

/** Which columns write `1.234,5`: their own cells tell, else those of the file's other amounts. */
function decimalCommas(
  columns: readonly Column[],
  values: (column: Column) => readonly string[],
): (column: Column) => boolean {
  const amounts = columns.filter(({ kind }) => kind === 'number' || kind === 'money')
  const own = new Map(amounts.map((column) => [column.key, commasOverPoints(values(column))]))
  const ofFile = [...own.values()].reduce((sum, one) => sum + one, 0) > 0
  return (column) => {
    // Degrees have no thousands.
    if (column.kind === 'lat' || column.kind === 'lon')
      return values(column).filter((cell) => cell.includes(',')).length > values(column).length / 2
    const found = own.get(column.key) ?? 0
    return found === 0 ? ofFile : found > 0
  }
}

/** How many more cells have a comma that can only be a decimal one than have such a point. */
function commasOverPoints(cells: readonly string[]): number {
  const commas = cells.filter((cell) => /^[^.]*,\d{1,2}\D*$|^[^.]*,\d{4,}$|\.\d{3},\d/.test(cell)).length
  const points = cells.filter((cell) => /\.\d{1,2}\D*$|\.\d{4,}$|,\d{3}\./.test(cell)).length
  return commas - points
}

/** Numbers that cannot be a month tell whether day or month comes first; American when nothing tells. */
function dateOrder(cells: readonly string[]): DateOrder {
  let dayFirst = 0
  let monthFirst = 0
  for (const cell of cells) {
    const match = /^(\d{1,2})([/.-])(\d{1,2})[/.-]\d{2,4}/.exec(cell)
    if (!match) continue
    if (Number(match[1]) > 12) dayFirst++
    if (Number(match[3]) > 12) monthFirst++
  }
  if (dayFirst === 0 && monthFirst === 0 && cells.some((cell) => /^\d{1,2}\.\d{1,2}\.\d{4}/.test(cell)))
    return 'dmy'
  return dayFirst > monthFirst ? 'dmy' : 'mdy'
}
