import { doorSql, hosts, listed, type Side, sideOfLeads } from '../businesses/lead-side.ts'
import { leadTable } from '../dictionaries/lead-table.ts'
import { zipSql } from '../import/version/cell-sql.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import { companyWordsSql, e164PhoneSql, lowerEmailSql } from '../suppression/normal-sql.ts'
import { ownListLimits } from './limits.ts'
import { ownListRowsTable } from './own-list-tables.ts'
import type { MatchWay, OwnListColumn, OwnListRole } from './schema.ts'

/*
 * How rows of a list are compared with leads, in one statement: each side makes keys of its cells, keys that both have
 * make pairs, and of the leads that a row is paired with the best one is taken. Rows and leads are bounded: a key that
 * many leads have tells nothing. No text of a user is in the SQL.
 */

/** The bit of each way in `how`. */
const wayBits: Record<MatchWay, number> = {
  email: 1,
  phone: 2,
  domain: 4,
  name_address: 8,
  name_zip: 16,
}

/** The ZIP at the end of a whole address. */
const zipAtEnd = (address: string): string =>
  `extract(${address}, '(?:^|[^0-9])([0-9]{5})(?:-[0-9]{4})?[^0-9]*$')`

function sideOfList(columns: readonly OwnListColumn[]): Side {
  const cells = (role: OwnListRole) =>
    columns.flatMap((column, index) => (column.role === role ? [`cells[${index + 1}]`] : []))
  const [name] = cells('name')
  const [address] = cells('address')
  const [zip] = cells('zip')
  const told = zip === undefined ? "''" : zipSql(zip)
  return {
    emails: listed(cells('email').map(lowerEmailSql)),
    phones: listed(cells('phone').map(e164PhoneSql)),
    domains: hosts([...cells('website'), ...cells('email')]),
    name: name === undefined ? "''" : companyWordsSql(name),
    door: address === undefined ? "''" : doorSql(`splitByChar(',', ${address})[1]`),
    zip: address === undefined ? told : `if(${told} = '', ${zipAtEnd(address)}, ${told})`,
  }
}

/** The ways by which a list with these columns can be matched: nothing else is computed of the leads. */
function waysOf(columns: readonly OwnListColumn[]): MatchWay[] {
  const roles = new Set(columns.map(({ role }) => role))
  const isPlaced = roles.has('zip') || roles.has('address')
  return [
    ...(roles.has('email') ? (['email', 'domain'] as const) : []),
    ...(roles.has('phone') ? (['phone'] as const) : []),
    ...(roles.has('website') && !roles.has('email') ? (['domain'] as const) : []),
    ...(roles.has('name') && roles.has('address') ? (['name_address'] as const) : []),
    ...(roles.has('name') && isPlaced ? (['name_zip'] as const) : []),
  ]
}

type Keyed = {
  readonly side: Side
  readonly of: string
  readonly from: string
  readonly ways: readonly MatchWay[]
}

/** All keys of a side, each the bit of its way and a hash, and what pairs are weighed by. */
function keyed({ side, of, from, ways }: Keyed): string {
  const hashed = (way: MatchWay, texts: string) =>
    `arrayMap(text -> (toUInt8(${wayBits[way]}), sipHash128(${wayBits[way]}, text)),
      arrayFilter(text -> text != '', ${texts}))`
  const named = (way: MatchWay, parts: readonly string[]) =>
    `if(${parts.map((part) => `${part} != ''`).join(' AND ')},
      [(toUInt8(${wayBits[way]}), sipHash128(${wayBits[way]}, ${parts.join(", '|', ")}))], [])`
  const keys: Record<MatchWay, string> = {
    email: hashed('email', 'emails'),
    phone: hashed('phone', 'phones'),
    domain: hashed('domain', 'domains'),
    name_address: named('name_address', ['name', 'door', 'zip']),
    name_zip: named('name_zip', ['name', 'zip']),
  }
  return `SELECT ${of}, name, door, zip,
      arrayJoin(arrayDistinct(arrayConcat(${ways.map((way) => keys[way]).join(', ')}))) AS key
    FROM (SELECT ${of}, ${side.emails} AS emails, ${side.phones} AS phones, ${side.domains} AS domains,
      ${side.name} AS name, ${side.door} AS door, ${side.zip} AS zip FROM ${from})`
}

const has = (way: MatchWay): string => `bitAnd(how, ${wayBits[way]}) > 0`

/**
 * Whether a pair is one business. An email or a name at an address is; so is a name in a ZIP, unless both know another
 * door. A number or a domain is, unless both know another ZIP: branches of a chain share them.
 */
const isOne = `${has('email')} OR ${has('name_address')}
  OR (${has('name_zip')} AND NOT otherDoor) OR ((${has('phone')} OR ${has('domain')}) AND NOT otherZip)`

const score = `32 * (${has('email')}) + 16 * (${has('phone')}) + 16 * (${has('name_address')})
  + 8 * (${has('name_zip')} AND NOT otherDoor) + 4 * (${has('domain')}) + 2 * sameName + sameZip`

type Compared = { readonly columns: readonly OwnListColumn[]; readonly version: MatchedVersion }

/**
 * The matches of a list (`{lst:String}`) with a version: `row`, `lead_id`, `how` and whether it is clear which lead a
 * row is. Leads of the same name at the same place are one business that the dataset has twice: the first is taken.
 */
export function selectMatches({ columns, version }: Compared): string {
  // A list of nothing that is compared has no key, as its emails are none.
  const ways = waysOf(columns).length === 0 ? (['email'] as const) : waysOf(columns)
  const rows = keyed({
    ...{ side: sideOfList(columns), of: 'row', ways },
    from: `(SELECT row, cells FROM ${ownListRowsTable} WHERE list_id = {lst:String})`,
  })
  const leads = keyed({
    ...{ side: sideOfLeads(version.columns), of: 'lead_id', ways },
    from: leadTable(version.datasetNo, version.version),
  })
  const some = `SELECT key, groupArray((lead_id, name, door, zip)) AS leads
    FROM (${leads}) WHERE key IN (SELECT key FROM (${rows}))
    GROUP BY key HAVING count() <= ${ownListLimits.leadsPerKey}`
  const pairs = `SELECT row, lead.1 AS lead_id, groupBitOr(key.1) AS how, any((lead.2, lead.3, lead.4)) AS place,
      any(name) AS row_name, any(door) AS row_door, any(zip) AS row_zip
    FROM (SELECT listed.row AS row, listed.name AS name, listed.door AS door, listed.zip AS zip,
        listed.key AS key, arrayJoin(some.leads) AS lead
      FROM (${rows}) AS listed INNER JOIN (${some}) AS some ON some.key = listed.key)
    GROUP BY row, lead_id`
  const weighed = `SELECT row, lead_id, how, place,
      row_name != '' AND row_name = place.1 AS sameName,
      row_door != '' AND place.2 != '' AND row_door != place.2 AS otherDoor,
      row_zip != '' AND place.3 != '' AND row_zip != place.3 AS otherZip,
      row_zip != '' AND row_zip = place.3 AS sameZip,
      ${score} AS score
    FROM (${pairs}) WHERE ${isOne}`
  const best = `SELECT row, groupArray((score, lead_id, how, place)) AS all, max(score) AS most,
      arraySort(one -> one.2, arrayFilter(one -> one.1 = most, all)) AS best,
      length(best) = 1
        OR (length(arrayDistinct(arrayMap(one -> one.4, best))) = 1 AND best[1].4.1 != '' AND best[1].4.3 != '') AS clear
    FROM (${weighed}) GROUP BY row`
  return `SELECT row, toUInt8(clear) AS is_clear, one.2 AS lead_id, toUInt8(one.3) AS how
    FROM (${best}) ARRAY JOIN if(clear, arraySlice(best, 1, 1), best) AS one`
}

/** The way that a match is named by: the surest of those it has. */
export const wayOf = (how: number): MatchWay | null =>
  (['email', 'phone', 'name_address', 'name_zip', 'domain'] as const).find(
    (way) => (how & wayBits[way]) > 0,
  ) ?? null

/** The same in SQL, of the column `how`. */
export const wayOfSql = `multiIf(${(['email', 'phone', 'name_address', 'name_zip', 'domain'] as const)
  .map((way) => `${has(way)}, '${way}'`)
  .join(', ')}, '')`
