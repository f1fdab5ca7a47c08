import { countyNamesTable, zipPlacesTable } from '../../geography/ensure-place-tables.ts'
import type { Column } from '../../schema.ts'
import { pointPartSql } from '../cells/point-texts.ts'
import { type AddressPart, addressSql } from '../place-evidence/address-text.ts'
import type { Pieces } from '../place-evidence/point-pieces.ts'
import {
  countyKeySql,
  fipsOfStateSql,
  isHomeSql,
  isOursSql,
  numberName,
  oddSql,
  stateNumberSql,
  stateOfFipsSql,
  stateOfNumberSql,
  stateSql,
  zipPaddedSql,
  zipSql,
} from './cell-sql.ts'
import type { Raw, RepairPlan } from './repair-plan.ts'

/** What says where a lead is, as expressions; '' where neither a column nor an address tells. */
type PlaceTexts = { readonly state: string; readonly zip: string; readonly city: string }

function placeTexts({ roles }: RepairPlan, raw: Raw): PlaceTexts {
  const address = raw(roles.address?.column)
  const pattern = (part: AddressPart): string => addressSql(part, roles.address?.form ?? 'line')
  const part = (withZip: AddressPart, alone: AddressPart): string => {
    if (!roles.address) return "''"
    const first = `extract(${address},${pattern(withZip)})`
    return `if(${first}!='',${first},extract(${address},${pattern(alone)}))`
  }
  return {
    state: roles.state ? raw(roles.state) : part('state', 'stateAlone'),
    zip: roles.zip ? raw(roles.zip) : roles.address ? `extract(${address},${pattern('zip')})` : "''",
    city: roles.city ? raw(roles.city) : part('city', 'cityAlone'),
  }
}

/**
 * `from` with the lead's place next to its cells: state1, county1, city1, zip1, lat1, lon1, point, source, h7, ours.
 */
export function placedSelect(plan: RepairPlan, from: string, raw: Raw): string {
  const { roles } = plan
  const text = placeTexts(plan, raw)
  const texts = `SELECT *, ${statesSql(plan, raw, text.state)},
    ${roles.zip || roles.address ? zipSql(text.zip) : "''"} AS zip0,
    ${roles.zip ? zipPaddedSql(text.zip) : '0'} AS padded,
    ${homeSql(plan, raw)} AS home,
    lowerUTF8(${text.city}) AS city0 FROM (${from})`
  const numbered = `SELECT *, if(home,toUInt32OrZero(zip0),toUInt32(0)) AS zip_no FROM (${texts})`
  const named = roles.city ? "state0=''" : "state0='' OR city0=''"
  const looked = `SELECT *, joinGet('${zipPlacesTable}','area',zip_no) AS zip_area,
    ${ofSomeZips('names', named)} AS zip_names FROM (${numbered})`
  // A state that is not ours means another country, unless city and ZIP agree that it is a typing error.
  const isAbroad = roles.state
    ? `(${text.state}!='' AND state0='' AND NOT (zip_area.near!=0 AND zip_names.city=city0))`
    : '0'
  const pointed = `SELECT *, ${latLon(plan, raw)} FROM (${looked})`
  const agreed = `SELECT *, home AND NOT ${isAbroad} AND NOT (state0='' AND ${liesAbroadSql(plan)}) AS ours,
    zip_area.near!=0 AND (state0='' OR bitTest(zip_area.near,state_no)) AS fits FROM (${pointed})`
  const placed = `SELECT *, if(ours AND (fits OR NOT padded),zip0,'') AS zip1,
    ours AND fits AS known,
    if(ours,multiIf(state0!='',state0,known,zip_names.state,${stateOfCountySql(plan, raw)}),'') AS state1 FROM (${agreed})`
  // An address in one line does not tell where its street ends: then the city is the ZIP's.
  const city = roles.city ? 'city0' : "if(city0='' AND known,zip_names.city,city0)"
  const located = `SELECT *${countyNameSql(plan, raw)}, ${city} AS city1 FROM (${pointedSelect(placed)})`
  return `SELECT *, ${countySql(plan, raw)} AS county1, ${cellSql()} FROM (${located})`
}

/** What the rows for which `isAsked` holds need of their ZIP: looked for once a ZIP of a block. */
const ofSomeZips = (part: 'names' | 'point', isAsked: string): string =>
  `joinGet('${zipPlacesTable}','${part}',toLowCardinality(if(${isAsked},zip_no,toUInt32(0))))`

/** The state of each row, as its code and as its position in `states`. */
function statesSql({ roles }: RepairPlan, raw: Raw, text: string): string {
  if (roles.stateNumber) {
    const code = stateOfNumberSql(raw(roles.stateNumber))
    return `${code} AS state0, ${stateNumberSql(code)} AS state_no`
  }
  if (!roles.state && !roles.address) return "'' AS state0, 0 AS state_no"
  return `${stateSql(text)} AS state0, ${stateNumberSql(text)} AS state_no`
}

/** Whether a row may lie in the United States. */
function homeSql({ roles, isAbroad }: RepairPlan, raw: Raw): string {
  if (isAbroad) return '0'
  return roles.country ? isHomeSql(raw(roles.country)) : '1'
}

/** Whether the file's own coordinates are of another country, also when they are swapped or have lost a minus. */
function liesAbroadSql({ roles }: RepairPlan): string {
  if (!roles.point && !roles.pieces && !(roles.lat && roles.lon)) return '0'
  const isOurs = [isOursSql('lat0', 'lon0'), isOursSql('lon0', 'lat0'), isOursSql('lat0', '-lon0')].join(
    ' OR ',
  )
  return `abs(lat0)<=90. AND abs(lon0)<=180. AND NOT (lat0=0. AND lon0=0.) AND NOT (${isOurs})`
}

function latLon({ roles }: RepairPlan, raw: Raw): string {
  const number = (x: string) => `ifNull(${numberName(x)},nan)`
  if (roles.lat && roles.lon) return `${number(raw(roles.lat))} AS lat0, ${number(raw(roles.lon))} AS lon0`
  if (roles.pieces)
    return `${piecesSql(roles.pieces.lat, raw)} AS lat0, ${piecesSql(roles.pieces.lon, raw)} AS lon0`
  if (!roles.point) return 'nan AS lat0, nan AS lon0'
  const { column, form } = roles.point
  const x = raw(column)
  const part = (name: 'lat' | 'lon') => pointPartSql(form, name, x)
  return `${part('lat')} AS lat0, ${part('lon')} AS lon0`
}

/** Degrees of a number for each of degrees, minutes and seconds; not a number where there are none. */
function piecesSql({ degrees, minutes, seconds, side }: Pieces<Column>, raw: Raw): string {
  const number = (x: string) => `toFloat64OrNull(toString(${x}))`
  const part = (column: Column | undefined) => (column ? `ifNull(abs(${number(raw(column))}),0)` : '0')
  const size = `ifNull(abs(${number(raw(degrees))}),nan)+${part(minutes)}/60+${part(seconds)}/3600`
  const isOther = side ? `lower(substring(toString(${raw(side)}),1,1)) IN ('s','w')` : '0'
  return `if(startsWith(toString(${raw(degrees)}),'-') OR ${isOther},-1.,1.)*(${size})`
}

/** The county's name in the table of names, and whether the ZIP's county has that name. */
function countyNameSql({ roles }: RepairPlan, raw: Raw): string {
  if (!roles.county) return ''
  return `, concat(toString(state1),toString(${countyKeySql(raw(roles.county))})) AS county_name,
    known AND zip_area.county_key=county_name AS is_zips_county`
}

/** Five digits, the first of which may be lost; else ''. */
function fipsSql(x: string): string {
  const digits = `replaceRegexpOne(${x},'\\\\.0+$','')`
  return `if(match(${digits},'^[0-9]{4,5}$'),leftPad(${digits},5,'0'),'')`
}

/** The state of a county's FIPS code, of files that have nothing else: it costs a microsecond a row. */
const stateOfCountySql = ({ roles }: RepairPlan, raw: Raw): string =>
  roles.county && !roles.state && !roles.stateNumber && !roles.zip
    ? stateOfFipsSql(fipsSql(raw(roles.county)))
    : "''"

/** The county of a number within its state, else the ZIP's. */
function numberedCountySql(x: string | undefined): string {
  const ofZip = "if(known,zip_area.county,'')"
  if (!x) return ofZip
  const digits = `leftPad(replaceRegexpOne(${x},'[.]0+$',''),3,'0')`
  const fips = oddSql(`concat(${fipsOfStateSql('state1')},${digits})`, `ours AND state1!='' AND ${x}!=''`)
  const drawn = `joinGet('${countyNamesTable}','fips',${fips})`
  return `if(${drawn}!='',toString(${drawn}),${ofZip})`
}

/** The county of a FIPS code, else of the name within its state, else of the ZIP. */
function countySql({ roles }: RepairPlan, raw: Raw): string {
  if (!roles.county) return numberedCountySql(roles.countyNumber && raw(roles.countyNumber))
  const x = raw(roles.county)
  const fips = `joinGet('${countyNamesTable}','fips',${fipsSql(x)})`
  const found = `joinGet('${countyNamesTable}','fips',${oddSql('county_name', 'NOT is_zips_county')})`
  return `multiIf(NOT ours,'',
    ${fips}!='',${fips},
    ${x}='' OR state1='',if(known,zip_area.county,''),
    is_zips_county,zip_area.county,
    ${found}!='',${found},
    known,zip_area.county,'')`
}

/**
 * `from` with point, lat1, lon1 and source: coordinates in range; swapped or with a lost minus where the state says so;
 * else the ZIP's point.
 */
function pointedSelect(from: string): string {
  const boxes = `SELECT *, ${isOursSql('lat0', 'lon0')} AS in_box, ${isOursSql('lon0', 'lat0')} AS swapped_in_box
    FROM (${from})`
  const inRange = 'abs(lat0)<=90. AND abs(lon0)<=180. AND NOT (lat0=0. AND lon0=0.)'
  const isSwapped = "(abs(lat0)>90. OR state1!='') AND abs(lon0)<=90. AND NOT in_box AND swapped_in_box"
  const isUnsigned = "state1!='' AND lat0 BETWEEN 17. AND 72. AND lon0 BETWEEN 64. AND 172. AND NOT in_box"
  const pointed = `SELECT *, multiIf(isNaN(lat0) OR isNaN(lon0),0, ${isSwapped},2, NOT (${inRange}),0,
    ${isUnsigned},3, 1) AS point FROM (${boxes})`
  const looked = `SELECT *, ${ofSomeZips('point', 'point=0 AND known')} AS zip_point FROM (${pointed})`
  return `SELECT *, multiIf(point=2,lon0,point>0,lat0,known,zip_point.lat,nan) AS lat1,
    multiIf(point=2,lat0,point=3,-lon0,point=1,lon0,known,zip_point.lon,nan) AS lon1,
    multiIf(point>0,1,known,2,0) AS source FROM (${looked})`
}

const cellSql = (): string =>
  'multiIf(point>0,geoToH3(ifNotFinite(lat1,0),ifNotFinite(lon1,0),7),known,zip_point.h3,0) AS h7'
