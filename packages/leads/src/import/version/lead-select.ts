import { columnName, type LeadHistory } from '../../dictionaries/lead-table.ts'
import { countyTitlesTable } from '../../geography/ensure-place-tables.ts'
import type { Column } from '../../schema.ts'
import { unwrapSql } from '../cells/wrapped-cells.ts'
import { cellName } from '../file/plain-rows.ts'
import {
  booleanSql,
  dateSql,
  namedStateSql,
  numberLayers,
  numberName,
  oddSql,
  onlyWhere,
  stateNames,
  zipSql,
} from './cell-sql.ts'
import { placedSelect } from './place-sql.ts'
import type { Raw, RepairPlan } from './repair-plan.ts'

/** Kinds whose repairs are worth making once per distinct value of a block: functions of a LowCardinality are. */
const repeated = new Set(['category', 'state', 'county', 'city', 'boolean', 'date'])

/** The columns of the scanner's blocks, in the form that `input()` needs. */
export function inputColumns(plan: RepairPlan): string {
  const cells = [...fileColumns(plan).keys()].map((index) => `${cellName(index)} String`)
  return ['row UInt64', ...cells].join(', ')
}

/** The file's columns that are read, in its order, and whether everything made of them is `repeated`. */
function fileColumns(plan: RepairPlan): Map<number, boolean> {
  const found = new Map<number, boolean>()
  for (const column of plan.columns) {
    const index = plan.at(column)
    found.set(index, repeated.has(column.kind) && found.get(index) !== false)
  }
  return new Map([...found].toSorted(([a], [b]) => a - b))
}

/**
 * One SELECT that makes leads of the scanner's rows, all with the same history: places first, layer by layer (a deep
 * alias in one SELECT would be copied over and over by the analyzer), then cells. Names of the columns are ours or
 * checked keys; no cell is in it.
 * Every branch must be able to take every cell: the import turns short-circuit evaluation off, as its masks cost more
 * than all branches together. A costly repair of odd cells is therefore made of `oddSql`.
 */
export function leadSelect(plan: RepairPlan, history: LeadHistory, from: string): string {
  const raw = (column: Column | undefined): string => (column ? `i${plan.at(column)}` : "''")
  // Read as text and counted here: the reader's own LowCardinality costs ten times as much.
  const cells = [...fileColumns(plan)].map(([index, isRepeated]) => {
    const how = plan.wrapped.get(index)
    const cell = how ? unwrapSql(`i${index}`, how.hasApostrophes) : `i${index}`
    if (isRepeated) return `toLowCardinality(${cell}) AS i${index}`
    return how ? `${cell} AS i${index}` : cell
  })
  const read = withNumbers(plan, `SELECT row, ${cells.join(', ')} FROM ${from}`)
  return finalSelect(plan, { history, located: placedSelect(plan, read, raw), raw })
}

/** `from` with the numbers of its cells beside them, layer by layer. */
function withNumbers(plan: RepairPlan, from: string): string {
  const numbers = new Map(plan.columns.filter(isNumber).map((column) => [`i${plan.at(column)}`, column]))
  const cells = [...numbers].map(([x, column]) => ({
    x,
    isDecimalComma: plan.isDecimalComma(column),
    saysDegrees: plan.saysDegrees(column),
  }))
  return numberLayers(cells).reduce((inner, names) => `SELECT *, ${names.join(', ')} FROM (${inner})`, from)
}

const isNumber = ({ kind }: Column): boolean =>
  kind === 'number' || kind === 'money' || kind === 'lat' || kind === 'lon'

type FinalLayer = { readonly history: LeadHistory; readonly located: string; readonly raw: Raw }

function finalSelect(plan: RepairPlan, { history, located, raw }: FinalLayer): string {
  const cells = plan.columns.map((column) => `${cellSql(plan, column, raw)} AS ${columnName(column)}`)
  const all = plan.columns.map((column) => `toString(${raw(column)})`)
  const many = all.length === 1 ? `${all[0]},''` : all.join(',')
  return `WITH ${stateNames} SELECT ${identitySql(plan, raw)} AS lead_id, row, cityHash64(${many}) AS content,
    toUInt32(${history.firstSeen}) AS first_seen, toUInt32(${history.changed}) AS changed,
    state1 AS p_state, county1 AS p_county, city1 AS p_city, zip1 AS p_zip, lat1 AS p_lat, lon1 AS p_lon,
    source AS p_source, h7 AS h3_7, ${cells.join(', ')}
    FROM (${located})`
}

/** Names of the columns `leadSelect` gives, in its order. */
export const leadColumns = (columns: readonly Column[]): string[] => [
  ...['lead_id', 'row', 'content', 'first_seen', 'changed'],
  ...['p_state', 'p_county', 'p_city', 'p_zip', 'p_lat', 'p_lon', 'p_source', 'h3_7'],
  ...columns.map(columnName),
]

function cellSql(plan: RepairPlan, column: Column, raw: Raw): string {
  const x = raw(column)
  const isRole = (role: 'state' | 'county' | 'zip' | 'lat' | 'lon') => plan.roles[role]?.key === column.key
  switch (column.kind) {
    case 'number':
    case 'money':
      return numberName(x)
    case 'lat':
    case 'lon':
      if (isRole(column.kind)) return mendedSql(column, x)
      return degreesSql(numberName(x), column.kind === 'lat' ? 90 : 180)
    case 'date':
      return dateSql(x, plan.dateOrder(column), plan.saysQuarters(column))
    case 'boolean':
      return booleanSql(x)
    case 'state':
      return isRole('state')
        ? `if(ours AND state0!='',state0,${x})`
        : `ifNull(nullIf(${namedStateSql(x)},''),${x})`
    case 'zip':
      // Another country's postal code stays as it is: only our own are repaired.
      return isRole('zip') ? `if(ours AND NOT ${isForeignCode(x)},zip1,toString(${x}))` : zipSql(x)
    case 'county':
      return isRole('county') ? filledCountySql(plan, countyCellSql(x)) : countyCellSql(x)
    default:
      return plan.losesDecimals(column) ? `replaceRegexpOne(${x},'\\\\.0+$','')` : x
  }
}

/** `SW1A 1AA`, `M5V 2T6`: no ZIP has letters, so that it is another country's, whatever the row's country. */
const isForeignCode = (x: string): string =>
  `match(${oddSql(x, "zip1=''")},'^[A-Za-z][A-Za-z0-9]*[0-9][A-Za-z0-9 -]*$')`

/** A code without its lost zero, or the name as it is. */
const countyCellSql = (x: string): string =>
  `if(match(${x},'^[0-9]{4,5}(\\\\.0+)?$'),leftPad(replaceRegexpOne(${x},'\\\\.0+$',''),5,'0'),${x})`

/** A blank county is the ZIP's, written as the file writes the others. */
function filledCountySql({ countyStyle: { form, isUpperCase } }: RepairPlan, cell: string): string {
  const fips = oddSql('county1', `${cell}=''`)
  if (form === 'code') return `if(${cell}='',${fips},${cell})`
  const name = `joinGet('${countyTitlesTable}','names',${fips}).${form === 'title' ? 2 : 1}`
  return `if(${cell}='',${isUpperCase ? `upperUTF8(${name})` : name},${cell})`
}

/** The cell that gave the lead's place, swapped or signed as the place is; else its own value, if it is in range. */
function mendedSql({ kind }: Column, x: string): string {
  return `if(point>=2,toNullable(${kind}1),${degreesSql(numberName(x), kind === 'lat' ? 90 : 180)})`
}

const degreesSql = (value: string, most: number): string => `if(abs(${value})<=${most},${value},NULL)`

/** The id's text, or the normalized texts of the identity: letters and digits, lower case. */
function identitySql({ identity, columns, losesDecimals }: RepairPlan, raw: Raw): string {
  const cells = identity.keys.flatMap((key) => columns.filter((column) => column.key === key))
  const content = columns.map((column) => `toString(${raw(column)})`).join(",'|',")
  if (identity.by === 'id' && cells[0]) {
    const x = raw(cells[0])
    const id = losesDecimals(cells[0]) ? `replaceRegexpOne(${x},'\\\\.0+$','')` : x
    // Of all cells where the id is blank. Making and hashing the text of every row took six times as long as hashing ids.
    const all = onlyWhere(`${x}=''`, `sipHash64('row',concat(none,${content}))`)
    return `if(${x}='',${all},sipHash64('id',${id}))`
  }
  const part = (column: Column) => {
    if (column.key === identityZip(columns)?.key) return 'zip1'
    return `toString(${raw(column)})`
  }
  const text = `lowerUTF8(concat('',${cells.map(part).join(",'|',")}))`
  return `sipHash64('fields',translate(${text},' .,;:/&()#"\\'-',''))`
}

const identityZip = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ kind }) => kind === 'zip')
