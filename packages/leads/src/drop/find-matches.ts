import { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import { textsOfList } from './lists.ts'
import { type DropList, dropLists } from './schema.ts'

/** `freeor.drop_keys`: the first 16 bytes of each hash of a cycle, while it is matched. */
const keysTable = 'freeor.drop_keys'

const createKeys = `CREATE TABLE IF NOT EXISTS ${keysTable} (cycle_id LowCardinality(String), list UInt8, key UInt128 CODEC(NONE))
  ENGINE = MergeTree ORDER BY (cycle_id, list, key)`

const KEY_BYTES = 16
const RECORD_BYTES = 1 + KEY_BYTES
const caps = { seconds: 600, bytes: 2 ** 31 }

type Item = { readonly list: DropList; readonly hash: string }

const listNo = (list: DropList): number => dropLists.indexOf(list) + 1

/** Replaces what the engine has of a cycle. */
export async function writeKeys(
  olap: Olap,
  cycleId: string,
  blocks: AsyncIterable<readonly Item[]>,
): Promise<void> {
  await olap.write(createKeys)
  await removeKeys(olap, cycleId)
  await olap.insert({
    sql: `INSERT INTO ${keysTable} (cycle_id, list, key) SELECT {cycle:String}, list, key
      FROM input('list UInt8, key UInt128')`,
    format: 'RowBinary',
    params: { cycle: cycleId },
    body: Readable.from(recordsOf(blocks)),
  })
}

async function* recordsOf(blocks: AsyncIterable<readonly Item[]>): AsyncGenerator<Buffer> {
  for await (const items of blocks) {
    const block = Buffer.alloc(items.length * RECORD_BYTES)
    for (const [i, { list, hash }] of items.entries()) {
      block[i * RECORD_BYTES] = listNo(list)
      Buffer.from(hash, 'base64').copy(block, i * RECORD_BYTES + 1, 0, KEY_BYTES)
    }
    yield block
  }
}

export async function removeKeys(olap: Olap, cycleId: string): Promise<void> {
  await olap.write(createKeys)
  await olap.write(`DELETE FROM ${keysTable} WHERE cycle_id = {cycle:String}`, { cycle: cycleId })
}

/** A hash that leads have. */
export type Match = {
  readonly list: DropList
  /** The first 16 bytes of the hash, in hexadecimal digits. */
  readonly key: string
  /** Most leads of one version that share it. */
  readonly leads: number
}

const matchRow = z.object({ key: z.string(), leads: z.coerce.number() })

/** Which hashes of a cycle leads of these versions have. */
export async function findMatches(
  olap: Olap,
  cycleId: string,
  { lists, versions }: { lists: readonly DropList[]; versions: readonly MatchedVersion[] },
): Promise<Match[]> {
  const found = new Map<string, Match>()
  for (const version of versions)
    for (const list of lists)
      for (const { key, leads } of await matchesIn(olap, cycleId, { list, version })) {
        const known = found.get(`${list} ${key}`)?.leads ?? 0
        found.set(`${list} ${key}`, { list, key, leads: Math.max(known, leads) })
      }
  return [...found.values()]
}

async function matchesIn(
  olap: Olap,
  cycleId: string,
  { list, version }: { list: DropList; version: MatchedVersion },
): Promise<z.infer<typeof matchRow>[]> {
  const texts = textsOfList[list](version.columns)
  if (texts.length === 0) return []
  return await olap.ask({
    sql: `SELECT lower(hex(reinterpretAsFixedString(own))) AS key, uniqExact(lead_id) AS leads FROM (
        SELECT lead_id, reinterpretAsUInt128(SHA256(text)) AS own FROM (
          SELECT lead_id, arrayJoin(arrayDistinct([${texts.join(', ')}])) AS text
          FROM ${leadTable(version.datasetNo, version.version)})
        WHERE text != '')
      WHERE own IN (SELECT key FROM ${keysTable} WHERE cycle_id = {cycle:String} AND list = ${listNo(list)})
      GROUP BY own`,
    params: { cycle: cycleId },
    pool: 'writer',
    row: matchRow,
    caps,
  })
}
