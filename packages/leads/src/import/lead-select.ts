import { columnName } from '../dictionaries/lead-table.ts'
import { countyNamesTable, zipPlacesTable } from '../geography/zip-places-table.ts'
import type { Column } from '../schema.ts'
import {
  booleanSql,
  countyKeySql,
  type DateOrder,
  dateSql,
  isHomeSql,
  isOursSql,
  numberSql,
  stateSql,
  zipPaddedSql,
  zipSql,
} from './cell-sql.ts'
import type { Identity } from './identity.ts'
import type { PlaceRoles } from './place-roles.ts'

/** Everything the repairs depend on besides the cells. */
export type RepairPlan = {
  readonly columns: readonly Column[]
  /** The file's column each dictionary column is read from. */
  readonly at: (column: Column) => number
  readonly roles: PlaceRoles
  readonly identity: Identity
  readonly isDecimalComma: boolean
  readonly dateOrder: (column: Column) => DateOrder
  /** Codes that came as `722511.0`. */
  readonly losesDecimals: (column: Column) => boolean
  readonly version: number
}

const repeated = new Set(['category', 'state', 'county', 'city', 'zip', 'boolean', 'date'])

/** The columns the scanner's output has, as `input()` wants them. */
export function inputColumns(plan: RepairPlan): string {
  const kinds = new Map<number, string>()
  for (const column of plan.columns) {
    const type = repeated.has(column.kind) ? 'LowCardinality(String)' : 'String'
    kinds.set(plan.at(column), kinds.get(plan.at(column)) === 'String' ? 'String' : type)
  }
  const cells = [...kinds].toSorted(([a], [b]) => a - b).map(([index, type]) => `i${index} ${type}`)
  return ['row UInt64', ...cells].join(', ')
}

/**
 * One SELECT that makes leads of the scanner's rows: places first, layer by layer (a deep alias in one SELECT would be
 * copied over and over by the analyzer), then cells. Names of the columns are ours or checked keys; no cell is in it.
 */
export function leadSelect(plan: RepairPlan, from: string): string {
  const { roles } = plan
  const raw = (column: Column | undefined): string => (column ? `i${plan.at(column)}` : "''")
  const address = raw(roles.address)
  const fromAddress = (pattern: string): string => (roles.address ? `extract(${address},'${pattern}')` : "''")
  const stateText = roles.state
    ? raw(roles.state)
    : fromAddress('\\\\b([A-Z]{2})[ ,.]+[0-9]{5}(?:-?[0-9]{4})?\\\\s*(?:\\\\(|$|\\n)')
  const zipText = roles.zip
    ? raw(roles.zip)
    : fromAddress('\\\\b[A-Z]{2}[ ,.]+([0-9]{5}(?:-?[0-9]{4})?)\\\\s*(?:\\\\(|$|\\n)')
  const cityText = roles.city
    ? raw(roles.city)
    : fromAddress('(?:^|[\\n,])\\\\s*([^\\n,0-9]+?)[ ,]+[A-Z]{2}[ ,.]+[0-9]{5}')
  const texts = `SELECT *, ${roles.state || roles.address ? stateSql(stateText) : "''"} AS state0,
    ${roles.zip || roles.address ? zipSql(zipText) : "''"} AS zip0,
    ${roles.zip ? zipPaddedSql(zipText) : '0'} AS padded,
    ${roles.country ? isHomeSql(raw(roles.country)) : '1'} AS home,
    lowerUTF8(${cityText}) AS city0 FROM ${from}`
  const looked = `SELECT *, joinGet('${zipPlacesTable}','place',if(home,zip0,'')) AS zp FROM (${texts})`
  // A state that is none of ours means another country, unless city and ZIP agree that it is a slip.
  const isAbroad = roles.state
    ? `(${stateText}!='' AND state0='' AND NOT (zp.state!='' AND zp.city=city0))`
    : '0'
  const agreed = `SELECT *, home AND NOT ${isAbroad} AS ours,
    zp.state!='' AND (state0='' OR position(zp.near,state0)>0) AS fits FROM (${looked})`
  const placed = `SELECT *, if(ours AND (fits OR NOT padded),zip0,'') AS zip1,
    ours AND fits AS known,
    if(ours,if(state0!='',state0,if(known,zp.state,'')),'') AS state1, ${latLon(plan, raw)} FROM (${agreed})`
  const located = `SELECT *, ${countySql(plan, raw)} AS county1, ${pointSql()} FROM (${placed})`
  return finalSelect(plan, located, raw)
}

type Raw = (column: Column | undefined) => string

function latLon({ roles, isDecimalComma }: RepairPlan, raw: Raw): string {
  const number = (x: string) => `ifNull(${numberSql(x, isDecimalComma)},nan)`
  if (roles.lat && roles.lon) return `${number(raw(roles.lat))} AS lat0, ${number(raw(roles.lon))} AS lon0`
  if (!roles.point) return 'nan AS lat0, nan AS lon0'
  const x = raw(roles.point.column)
  const part = (pattern: string) => `ifNull(toFloat64OrNull(extract(${x},'${pattern}')),nan)`
  if (roles.point.form === 'wkt')
    return `${part('POINT *\\\\( *-?[0-9.]+ +(-?[0-9.]+)')} AS lat0, ${part('POINT *\\\\( *(-?[0-9.]+)')} AS lon0`
  const pair = '(?:^|\\\\() *(-?[0-9]{1,2}\\\\.[0-9]+) *, *(-?[0-9]{1,3}\\\\.[0-9]+) *(?:\\\\)|$)'
  const group = (index: number) => `ifNull(toFloat64OrNull(extractGroups(${x},'${pair}')[${index}]),nan)`
  return `${group(1)} AS lat0, ${group(2)} AS lon0`
}

/** A FIPS code, else the name within its state, else the ZIP's county. */
function countySql({ roles }: RepairPlan, raw: Raw): string {
  if (!roles.county) return "if(known,zp.county,'')"
  const x = raw(roles.county)
  const digits = `replaceRegexpOne(${x},'\\\\.0+$','')`
  const fips = `if(match(${digits},'^[0-9]{4,5}$'),leftPad(${digits},5,'0'),'')`
  const name = `concat(state1,${countyKeySql(x)})`
  return `multiIf(NOT ours,'',
    ${fips}!='',${fips},
    ${x}='' OR state1='',if(known,zp.county,''),
    known AND zp.county_key=${name},zp.county,
    joinGet('${countyNamesTable}','fips',${name})!='',joinGet('${countyNamesTable}','fips',${name}),
    known,zp.county,'')`
}

/** Coordinates in range; swapped or with a lost minus where the state says so; else the ZIP's point. */
function pointSql(): string {
  const inRange = 'abs(lat0)<=90 AND abs(lon0)<=180 AND NOT (lat0=0 AND lon0=0)'
  const isOurs = isOursSql('lat0', 'lon0')
  const isSwapped = `(abs(lat0)>90 OR state1!='') AND abs(lon0)<=90 AND NOT ${isOurs} AND ${isOursSql('lon0', 'lat0')}`
  const isUnsigned = `state1!='' AND lat0 BETWEEN 17 AND 72 AND lon0 BETWEEN 64 AND 172 AND NOT ${isOurs}`
  return `multiIf(isNaN(lat0) OR isNaN(lon0),0, ${isSwapped},2, NOT (${inRange}),0, ${isUnsigned},3, 1) AS point,
    multiIf(point=2,lon0,point>0,lat0,known,zp.lat,nan) AS lat1,
    multiIf(point=2,lat0,point=3,-lon0,point=1,lon0,known,zp.lon,nan) AS lon1,
    multiIf(point>0,1,known,2,0) AS source,
    multiIf(point>0,geoToH3(ifNotFinite(lat1,0),ifNotFinite(lon1,0),7),known,zp.h3,0) AS h7`
}

function finalSelect(plan: RepairPlan, located: string, raw: Raw): string {
  const parent = (resolution: number) =>
    `if(h7=0,0,h3ToParent(if(h7=0,608692970719281151,h7),${resolution})) AS h3_${resolution}`
  const cells = plan.columns.map((column) => `${cellSql(plan, column, raw)} AS ${columnName(column)}`)
  const all = plan.columns.map((column) => `toString(${raw(column)})`)
  const many = all.length === 1 ? `${all[0]},''` : all.join(',')
  return `SELECT ${identitySql(plan, raw)} AS lead_id, row, cityHash64(${many}) AS content,
    toUInt32(${plan.version}) AS first_seen, toUInt32(${plan.version}) AS changed,
    state1 AS p_state, county1 AS p_county, city1 AS p_city, zip1 AS p_zip, lat1 AS p_lat, lon1 AS p_lon,
    source AS p_source, ${[2, 3, 4, 5, 6].map(parent).join(', ')}, h7 AS h3_7, ${cells.join(', ')}
    FROM (SELECT *, ${plan.roles.city || plan.roles.address ? 'city0' : "if(known,zp.city,'')"} AS city1 FROM (${located}))`
}

/** Names of the columns `leadSelect` gives, in its order. */
export const leadColumns = (columns: readonly Column[]): string[] => [
  ...['lead_id', 'row', 'content', 'first_seen', 'changed'],
  ...['p_state', 'p_county', 'p_city', 'p_zip', 'p_lat', 'p_lon', 'p_source'],
  ...[2, 3, 4, 5, 6, 7].map((resolution) => `h3_${resolution}`),
  ...columns.map(columnName),
]

function cellSql(plan: RepairPlan, column: Column, raw: Raw): string {
  const x = raw(column)
  const isRole = (role: 'state' | 'zip' | 'lat' | 'lon') => plan.roles[role]?.key === column.key
  switch (column.kind) {
    case 'number':
    case 'money':
      return numberSql(x, plan.isDecimalComma)
    case 'lat':
    case 'lon':
      if (isRole(column.kind)) return mendedSql(plan, column, raw)
      return degreesSql(numberSql(x, plan.isDecimalComma), column.kind === 'lat' ? 90 : 180)
    case 'date':
      return dateSql(x, plan.dateOrder(column))
    case 'boolean':
      return booleanSql(x)
    case 'state':
      return isRole('state')
        ? `if(ours AND state0!='',state0,${x})`
        : `if(${stateSql(x)}!='',${stateSql(x)},${x})`
    case 'zip':
      // Another country's postal code is left as it stands: nothing is repaired that is not ours.
      return isRole('zip') ? `if(ours,zip1,toString(${x}))` : zipSql(x)
    case 'county':
      return `if(match(${x},'^[0-9]{4,5}(\\\\.0+)?$'),leftPad(replaceRegexpOne(${x},'\\\\.0+$',''),5,'0'),${x})`
    default:
      return plan.losesDecimals(column) ? `replaceRegexpOne(${x},'\\\\.0+$','')` : x
  }
}

/** The cell that made the lead's place, swapped or signed as the place is; else what it says, if it is in range. */
function mendedSql({ isDecimalComma }: RepairPlan, column: Column, raw: Raw): string {
  const most = column.kind === 'lat' ? 90 : 180
  const own = degreesSql(numberSql(raw(column), isDecimalComma), most)
  return `if(point>=2,toNullable(${column.kind}1),${own})`
}

const degreesSql = (value: string, most: number): string => `if(abs(${value})<=${most},${value},NULL)`

/** The id's text, or the normalized texts of the identity: letters and digits, lower case. */
function identitySql({ identity, columns, losesDecimals }: RepairPlan, raw: Raw): string {
  const cells = identity.keys.flatMap((key) => columns.filter((column) => column.key === key))
  const content = columns.map((column) => `toString(${raw(column)})`).join(",'|',")
  const all = `concat('',${content})`
  if (identity.by === 'id' && cells[0]) {
    const x = raw(cells[0])
    const id = losesDecimals(cells[0]) ? `replaceRegexpOne(${x},'\\\\.0+$','')` : x
    return `if(${x}='',sipHash64('row',${all}),sipHash64('id',${id}))`
  }
  const part = (column: Column) => {
    if (column.key === identityZip(columns)?.key) return 'zip1'
    return `toString(${raw(column)})`
  }
  const text = `lowerUTF8(concat('',${cells.map(part).join(",'|',")}))`
  return `sipHash64('fields',replaceRegexpAll(${text},'[ .,;:/&()#"\\'-]+',''))`
}

const identityZip = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ kind }) => kind === 'zip')
