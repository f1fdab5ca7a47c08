import { neverMerged } from '../dictionaries/create-lead-table.ts'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { hashRanges } from '../hash-ranges.ts'
import type { Column } from '../schema.ts'
import { businessTable, workTables } from './business-tables.ts'
import { sideOfLeads } from './lead-side.ts'
import { businessLimits } from './limits.ts'

/*
 * Which leads are one business, as statements of the engine. Leads in the same ZIP code that have a value in common make
 * a pair; a pair is weighed; each new lead joins the business of an earlier one that it is the same as. Precision comes
 * first: a wrong join gives a lead away. No text of a user is in the SQL.
 */

export type FoundVersion = {
  readonly datasetNo: number
  readonly version: number
  readonly columns: readonly Column[]
  /** The version before, when its businesses are known. */
  readonly before: { readonly version: number; readonly columns: readonly Column[] } | undefined
}

/** The two lowest bits of a key's hash are the index of its way here; in `ways` of a pair each way is a bit. */
const ways = ['email', 'phone', 'domain', 'address'] as const
type Way = (typeof ways)[number]

const wayBits = 3
const otherBits = 2n ** 64n - 1n - BigInt(wayBits)

const has = (way: Way): string => `bitTest(ways, ${ways.indexOf(way)})`

/**
 * What speaks for a pair in one ZIP code. An email, a number and a name at an address each need something beside them,
 * such as the name: offices in one building, and two companies of one owner, share a number, a domain and a door.
 */
const points = `3 * (${has('email')}) + 3 * (${has('phone')}) + 2 * (${has('domain')}) + 2 * (${has('address')})
  + sameName + sameDoor - 3 * otherName`

/** Another door is another branch, and another person another lead. */
const isOne = `NOT otherDoor AND NOT otherPerson AND points >= ${businessLimits.points}`

const compared = `a.name != '' AND a.name = b.name AS sameName,
  a.name != '' AND b.name != '' AND NOT sameName
    AND ngramDistanceUTF8(a.name, b.name) > ${businessLimits.nameDistance} AS otherName,
  a.door != '' AND a.door = b.door AS sameDoor,
  a.door != '' AND b.door != '' AND NOT sameDoor AS otherDoor,
  a.person != '' AND b.person != '' AND a.person != b.person AS otherPerson`

/** The person that a lead is about, as words; '' for none. */
function personOf(columns: readonly Column[]): string {
  const cells = columns
    .filter(({ kind, contact }) => kind === 'text' && contact)
    .map((column) => columnName(column))
  return cells.length === 0 ? "''" : `lowerUTF8(concatWithSeparator(' ', ${[...cells, "''"].join(', ')}))`
}

/** Leads that joined no business yet and are new in the version, or changed by it. */
const isFresh = ({ datasetNo, version, before }: FoundVersion): string =>
  before
    ? `changed = ${Math.trunc(version)}
        AND lead_id NOT IN (SELECT lead_id FROM ${businessTable(datasetNo, before.version)})`
    : '1'

/**
 * The leads of the version before that the version does not have any more, as a table of their ids. The ids are
 * compared in ranges, so any number of leads takes the same memory.
 * @param leads how many the version before has
 */
export function writeGone(
  { datasetNo, version }: FoundVersion,
  before: { readonly version: number },
  leads: number,
): string[] {
  const { gone } = workTables(datasetNo, version)
  return [
    `CREATE TABLE ${gone} (lead_id UInt64 CODEC(NONE)) ENGINE = MergeTree ORDER BY lead_id`,
    ...hashRanges('lead_id', leads, businessLimits.leadsAtOnce).map(
      (range) => `INSERT INTO ${gone} SELECT lead_id FROM ${leadTable(datasetNo, before.version)}
        WHERE ${range} AND lead_id NOT IN (SELECT lead_id FROM ${leadTable(datasetNo, version)} WHERE ${range})`,
    ),
  ]
}

/** The rows that take part: those of the version, and those `gone` that it does not have any more. */
function sources(
  of: FoundVersion,
  gone: number,
): { from: string; where: string; fresh: string; columns: readonly Column[] }[] {
  const { datasetNo, version, columns, before } = of
  const own = { from: leadTable(datasetNo, version), where: "p_zip != ''", fresh: isFresh(of), columns }
  if (!before || gone === 0) return [own]
  const from = leadTable(datasetNo, before.version)
  const ids = workTables(datasetNo, version).gone
  return [
    own,
    ...hashRanges('lead_id', gone, businessLimits.leadsAtOnce).map((range) => {
      const where = `p_zip != '' AND lead_id IN (SELECT lead_id FROM ${ids} WHERE ${range})`
      return { from, where, fresh: '0', columns: before.columns }
    }),
  ]
}

export const countFresh = (of: FoundVersion): string =>
  `SELECT count() AS leads FROM ${leadTable(of.datasetNo, of.version)} WHERE ${isFresh(of)}`

/** Each value of each lead with its ZIP code, hashed, in the order of the hashes. */
export function writeKeys(of: FoundVersion, gone: number): string[] {
  const { keys } = workTables(of.datasetNo, of.version)
  const withoutWay = (hash: string) => `bitAnd(${hash}, ${otherBits})`
  const hashed = (way: Way, texts: string) =>
    `arrayMap(text -> ${withoutWay('xxh3(text)')} + ${ways.indexOf(way)}, arrayFilter(text -> text != '', ${texts}))`
  const all = [
    hashed('email', 'emails'),
    hashed('phone', 'phones'),
    hashed('domain', 'domains'),
    hashed('address', "[if(name = '' OR door = '', '', concat(name, '|', door))]"),
  ]
  return [
    // It is read once, a range of hashes after the other: merging its parts would be work for nothing.
    `CREATE TABLE ${keys} (hash UInt64 CODEC(NONE), lead_id UInt64 CODEC(NONE), fresh UInt8, person UInt32)
      ENGINE = MergeTree ORDER BY hash
      SETTINGS ${neverMerged}, index_granularity = ${businessLimits.keysOfGranule}`,
    ...sources(of, gone).map(({ from, where, fresh, columns }) => {
      const side = sideOfLeads(columns)
      return `INSERT INTO ${keys} SELECT bitXor(key, zip_bits), lead_id, fresh, person
        FROM (SELECT lead_id, toUInt8(${fresh}) AS fresh, toUInt32(if(who = '', 0, xxh3(who))) AS person,
          ${withoutWay('xxh3(zip)')} AS zip_bits, arrayJoin(arrayDistinct(arrayConcat(${all.join(', ')}))) AS key
          FROM (SELECT lead_id, changed, ${personOf(columns)} AS who, ${side.zip} AS zip, ${side.emails} AS emails, ${side.phones} AS phones,
            ${side.domains} AS domains, ${side.name} AS name, ${side.door} AS door FROM ${from} WHERE ${where}))`
    }),
  ]
}

type KeyRange = { readonly keys: string; readonly isFirst: boolean; readonly range: string }

/**
 * The pairs of a range of hashes. Most values are there once, so they are counted first: a list of leads for each would
 * take several times the memory. Other persons make no pair: the lists of people at companies would make hundreds of
 * millions of them. A pair with several values in common is found several times. In a first version all leads are fresh:
 * values that are counted alone take half the time.
 */
const pairsOfKeys = ({ keys, isFirst, range }: KeyRange): string => `SELECT pair.1.1 AS a, pair.2.1 AS b,
    pair.1.2 AS fresh_a, pair.2.2 AS fresh_b, toUInt8(bitShiftLeft(1, bitAnd(hash, ${wayBits}))) AS ways
  FROM (SELECT hash, arrayJoin(arrayFilter(pair -> pair.1.1 < pair.2.1 AND pair.1.2 + pair.2.2 > 0
      AND (pair.1.3 = 0 OR pair.2.3 = 0 OR pair.1.3 = pair.2.3),
      arrayFlatten(arrayMap(a -> arrayMap(b -> (a, b), leads), leads)))) AS pair
    FROM (SELECT hash, groupArray((lead_id, fresh, person)) AS leads FROM ${keys} WHERE ${range}
      AND hash IN (SELECT hash FROM ${keys} WHERE ${range} GROUP BY hash
        HAVING count() BETWEEN 2 AND ${businessLimits.leadsPerKey}${isFirst ? '' : ' AND max(fresh) = 1'})
      GROUP BY hash))`

function writeFacts(of: FoundVersion, gone: number): string[] {
  const { facts, pairs } = workTables(of.datasetNo, of.version)
  return sources(of, gone).map(({ from, where, columns }) => {
    const { name, door } = sideOfLeads(columns)
    return `INSERT INTO ${facts} SELECT lead_id, ${name}, ${door}, ${personOf(columns)} FROM ${from}
      WHERE ${where} AND lead_id IN (SELECT arrayJoin([a, b]) FROM ${pairs})`
  })
}

/**
 * Each fresh lead `lead` with each other one that it is the same business as. Pairs are grouped by the order of their
 * table, as their number is not known.
 */
const sameOfPairs = ({ pairs, facts }: { pairs: string; facts: string }): string =>
  `SELECT side.1 AS lead, side.2 AS other, side.3 AS other_fresh, points FROM
    (SELECT pair.a AS a, pair.b AS b, pair.fresh_a AS fresh_a, pair.fresh_b AS fresh_b, pair.ways AS ways,
      ${compared}, toInt8(${points}) AS points
    FROM (SELECT a, b, any(fresh_a) AS fresh_a, any(fresh_b) AS fresh_b, groupBitOr(ways) AS ways FROM ${pairs} GROUP BY a, b)
      AS pair INNER JOIN ${facts} AS a ON a.lead_id = pair.a INNER JOIN ${facts} AS b ON b.lead_id = pair.b)
    ARRAY JOIN arrayFilter(one -> one.4 = 1, [(a, b, fresh_b, fresh_a), (b, a, fresh_a, fresh_b)]) AS side
    WHERE ${isOne}
    SETTINGS optimize_aggregation_in_order = 1`

/**
 * The business of each fresh lead that joins one. A lead joins another lead directly, never by way of a third: where a
 * is like b and b like c, a chain would join what nobody would take for one. So a fresh lead that is like no earlier one
 * begins a business, and the others join one that began, or one that was there.
 */
function joinsOf({ datasetNo, before }: FoundVersion, same: string): string {
  const begins = `SELECT lead FROM ${same} GROUP BY lead HAVING min(other_fresh) = 1 AND min(other) > lead`
  const joined = `FROM ${same} WHERE lead NOT IN (${begins}) AND (other_fresh = 0 OR other IN (${begins}))`
  if (!before)
    return `SELECT argMin(other, (-points, other)) AS business_id, lead AS lead_id ${joined} GROUP BY lead`
  return `SELECT argMin(business, (-points, business)) AS business_id, lead AS lead_id
    FROM (SELECT lead, points, if(former.business_id = 0, other, former.business_id) AS business
      FROM (SELECT lead, other, points ${joined}) AS one
      LEFT ANY JOIN ${businessTable(datasetNo, before.version)} AS former ON former.lead_id = one.other)
    GROUP BY lead`
}

/**
 * The statements that find the businesses of a written version among its keys, step by step: those of a step do not need
 * each other.
 */
export function findBusinesses(
  of: FoundVersion,
  counts: { readonly keys: number; readonly gone: number },
): string[][] {
  const { datasetNo, version, before } = of
  const table = businessTable(datasetNo, version)
  const { keys, pairs, facts, same } = workTables(datasetNo, version)
  const former = before ? [`SELECT lead_id FROM ${businessTable(datasetNo, before.version)}`] : []
  const create = (name: string, columns: string, order: string) =>
    `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY ${order}`
  const since = Math.trunc(version)
  const ranges = hashRanges('hash', counts.keys, businessLimits.keysAtOnce)
  const isFirst = before === undefined
  return [
    [
      create(pairs, 'a UInt64, b UInt64, fresh_a UInt8, fresh_b UInt8, ways UInt8', '(a, b)'),
      create(facts, 'lead_id UInt64, name String, door String, person String', 'lead_id'),
      create(same, 'lead UInt64, other UInt64, other_fresh UInt8, points Int8', 'lead'),
    ],
    ranges.map((range) => `INSERT INTO ${pairs} ${pairsOfKeys({ keys, isFirst, range })}`),
    writeFacts(of, counts.gone),
    [`INSERT INTO ${same} ${sameOfPairs({ pairs, facts })}`],
    [`INSERT INTO ${table} SELECT business_id, lead_id, ${since} FROM (${joinsOf(of, same)})`],
    // The first lead of each business that began with this version.
    [
      `INSERT INTO ${table} SELECT DISTINCT business_id, business_id, ${since} FROM ${table}
        WHERE since = ${since}${former.map((ids) => ` AND business_id NOT IN (${ids})`).join('')}`,
    ],
  ]
}
