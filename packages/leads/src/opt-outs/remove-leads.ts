import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { columnName, leadTable, suggestTable } from '../dictionaries/lead-table.ts'
import type { Statement } from '../ownership/owned-leads.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import type { EntryForm } from '../suppression/schema.ts'
import { isOptedOut, optedOutTable, optOutParams, removedIds } from './opted-out-leads.ts'

const caps = { seconds: 300, bytes: 2 ** 31 }
const countRow = z.object({ leads: z.coerce.number() })
const rowRow = z.object({ row: z.coerce.number() })

type Removing = {
  readonly forms: readonly EntryForm[]
  readonly number: number
  /** The number that was applied before. */
  readonly applied: number
}

/**
 * Removes the leads that opted out from one version: from its rows, and from its suggestions, whose counts go down. May
 * be cut short and repeated: suggestions are counted without the leads before these are removed. */
export async function removeFromVersion(
  olap: Olap,
  version: MatchedVersion,
  { forms, number, applied }: Removing,
): Promise<void> {
  const table = leadTable(version.datasetNo, version.version)
  const condition = isOptedOut(version.columns, forms)
  const params = { outDataset: version.datasetNo, outApplied: applied }
  if (condition)
    await olap.write(
      `INSERT INTO ${optedOutTable} (dataset_no, number, lead_id)
        SELECT {outDataset:UInt32}, {outNumber:UInt64}, lead_id FROM ${table} WHERE ${condition}`,
      { ...params, ...optOutParams, outNumber: number },
    )
  if ((await countWhere(olap, table, { sql: ` WHERE lead_id IN (${removedIds})`, params })) === 0) return
  await recountSuggestions(olap, version, applied)
  await olap.write(`DELETE FROM ${table} WHERE lead_id IN (${removedIds})`, params)
}

/** How many leads of a version are on the list. */
export async function countOptedOut(
  olap: Olap,
  { datasetNo, version, columns }: MatchedVersion,
  forms: readonly EntryForm[],
): Promise<number> {
  const condition = isOptedOut(columns, forms)
  if (!condition) return 0
  return await countWhere(olap, leadTable(datasetNo, version), {
    sql: ` WHERE ${condition}`,
    params: optOutParams,
  })
}

async function countWhere(olap: Olap, table: string, { sql, params }: Statement): Promise<number> {
  const [found] = await olap.ask({
    sql: `SELECT count() AS leads FROM ${table}${sql}`,
    params,
    pool: 'writer',
    row: countRow,
    caps,
  })
  return found?.leads ?? 0
}

async function recountSuggestions(
  olap: Olap,
  { datasetNo, version, columns }: MatchedVersion,
  applied: number,
): Promise<void> {
  const [table, suggestions] = [leadTable(datasetNo, version), suggestTable(datasetNo, version)]
  const params = { outDataset: datasetNo, outApplied: applied }
  for (const column of columns.filter(({ suggest, contact }) => suggest && !contact)) {
    const text = `toString(${columnName(column)})`
    const values = `SELECT lowerUTF8(${text}) FROM ${table} WHERE lead_id IN (${removedIds})`
    const own = `column = '${column.key}' AND lower_value IN (${values})`
    await olap.write(`DELETE FROM ${suggestions} WHERE ${own}`, params)
    await olap.write(
      `INSERT INTO ${suggestions} (column, value, lower_value, count)
        SELECT '${column.key}', argMin(value, (-toInt64(times), value)), lower_value, sum(times) FROM (
          SELECT ${text} AS value, lowerUTF8(value) AS lower_value, count() AS times FROM ${table}
          WHERE lead_id NOT IN (${removedIds}) AND lower_value IN (${values})
            AND value != '' AND lengthUTF8(value) <= 200 GROUP BY value)
        GROUP BY lower_value`,
      params,
    )
  }
}

/**
 * Removes the leads that opted out from a version that is being written, before its suggestions are made.
 * @returns their rows in the file
 */
export async function removeWhileWriting(
  olap: Olap,
  { datasetNo, version, columns }: MatchedVersion,
  forms: readonly EntryForm[],
): Promise<number[]> {
  const condition = isOptedOut(columns, forms)
  if (!condition) return []
  const table = leadTable(datasetNo, version)
  const rows = await olap.ask({
    sql: `SELECT row FROM ${table} WHERE ${condition} ORDER BY row`,
    params: optOutParams,
    pool: 'writer',
    row: rowRow,
    caps,
  })
  if (rows.length > 0) await olap.write(`DELETE FROM ${table} WHERE ${condition}`, optOutParams)
  return rows.map(({ row }) => row)
}
