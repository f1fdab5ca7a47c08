import type { Olap } from '@freeor/clickhouse/olap'
import { newId } from '@freeor/kernel/ids'
import { z } from 'zod'
import { finishSettings } from '../import/version/engine-settings.ts'
import { ownListMatchesTable } from '../query/own-lists.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import { selectMatches } from './match-sql.ts'
import { ownListMatchedTable } from './own-list-tables.ts'
import type { OwnListRow } from './tables.ts'

/** A list as it is matched. */
export type MatchedList = Pick<OwnListRow, 'id' | 'matchNo' | 'columns'>

const keyRow = z.object({ key: z.string() })

const matchedParams = ({ id, matchNo }: MatchedList, { datasetNo, version }: MatchedVersion) => ({
  lst: id,
  lstNo: matchNo,
  lstDataset: datasetNo,
  lstVersion: version,
})

/** The key of a list's matches with a version; undefined when they are not stored yet. */
export async function findMatchKey(
  olap: Pick<Olap, 'ask'>,
  list: MatchedList,
  version: MatchedVersion,
): Promise<string | undefined> {
  const [row] = await olap.ask({
    sql: `SELECT min(match_key) AS key FROM ${ownListMatchedTable} WHERE list_id = {lst:String}
      AND match_no = {lstNo:UInt32} AND dataset_no = {lstDataset:UInt32} AND version = {lstVersion:UInt32}
      HAVING count() > 0`,
    params: matchedParams(list, version),
    row: keyRow,
  })
  return row?.key
}

/**
 * Matches a list with a version. Two processes may do it at the same time: each stores its matches under a key of its
 * own, and what they find is the same.
 * @returns the key
 */
export async function writeMatches(olap: Olap, list: MatchedList, version: MatchedVersion): Promise<string> {
  const key = `${list.id}/${newId('lst')}`
  const params = { ...matchedParams(list, version), lstKey: key }
  await olap.write(
    `INSERT INTO ${ownListMatchesTable} (match_key, is_clear, row, lead_id, how)
      SELECT {lstKey:String}, is_clear, row, lead_id, how FROM (${selectMatches({ ...list, version })})`,
    { lst: list.id, lstKey: key },
    { settings: finishSettings },
  )
  await olap.write(
    `INSERT INTO ${ownListMatchedTable} (list_id, match_no, dataset_no, version, match_key)
      SELECT {lst:String}, {lstNo:UInt32}, {lstDataset:UInt32}, {lstVersion:UInt32}, {lstKey:String}`,
    params,
  )
  return key
}
