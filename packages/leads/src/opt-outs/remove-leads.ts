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

/** A statement of many more would take long to analyze. */
const COLUMNS_A_STATEMENT = 8

/**
 * Several columns at once: removing rows takes the engine about as long however few they are. Each column is read by a
 * SELECT of its own, so that a column with few values is lowered once a value, not once a lead.
 */
async function recountSuggestions(
  olap: Olap,
  { datasetNo, version, columns }: MatchedVersion,
  applied: number,
): Promise<void> {
  const [table, suggestions] = [leadTable(datasetNo, version), suggestTable(datasetNo, version)]
  const params = { outDataset: datasetNo, outApplied: applied }
  const suggested = columns.filter(({ suggest, contact }) => suggest && !contact)
  for (let at = 0; at < suggested.length; at += COLUMNS_A_STATEMENT) {
    const own = suggested.slice(at, at + COLUMNS_A_STATEMENT).map((column) => {
      const text = `toString(${columnName(column)})`
      const removed = `lowerUTF8(${text}) FROM ${table} WHERE lead_id IN (${removedIds})`
      const left = `SELECT ${text} AS value, lowerUTF8(value) AS lower_value, count() AS times FROM ${table}
        WHERE lead_id NOT IN (${removedIds}) AND lower_value IN (SELECT ${removed})
          AND value != '' AND lengthUTF8(value) <= 200 GROUP BY value`
      return {
        gone: `SELECT '${column.key}', ${removed}`,
        counted: `SELECT '${column.key}', argMin(value, (-toInt64(times), value)), lower_value, sum(times)
          FROM (${left}) GROUP BY lower_value`,
      }
    })
    const gone = own.map((column) => column.gone).join(' UNION ALL ')
    const counted = own.map((column) => column.counted).join(' UNION ALL ')
    await olap.write(`DELETE FROM ${suggestions} WHERE (column, lower_value) IN (${gone})`, params)
    await olap.write(`INSERT INTO ${suggestions} (column, value, lower_value, count) ${counted}`, params)
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
