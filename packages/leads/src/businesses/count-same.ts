import { z } from 'zod'
import type { CountDeps } from '../ownership/count-owned.ts'
import { idRanges, type LeadIds, type Ownership, ownedParams, ownedRows } from '../ownership/owned-leads.ts'
import { businessTable } from './business-tables.ts'
import type { Businesses } from './read-businesses.ts'

const countRow = z.strictObject({ leads: z.coerce.number().int().nonnegative() })
const caps = { seconds: 10 }

/** A statement makes up to four sets, each as large as its part of the leads that are in businesses. */
const SETS = 4

/**
 * How many of some leads cost nothing because of their business: they are not owned, but another lead of their business
 * is, or is among them and is the one that is paid.
 */
export async function countSame(
  { olap, statements }: CountDeps,
  { ownership, businesses }: { readonly ownership: Ownership; readonly businesses: Businesses },
  of: LeadIds,
): Promise<number> {
  if (businesses.leads === 0 || of.leads === 0) return 0
  let sum = 0
  for (const { from, to } of idRanges(SETS * businesses.leads)) {
    const params = { ...of.params, ...ownedParams(ownership), busFrom: from, busTo: to }
    const ask = async () => await olap.ask({ sql: sameOf(businesses, of), params, row: countRow, caps })
    const [row] = await statements.run({}, ask)
    sum += row?.leads ?? 0
  }
  return sum
}

function sameOf({ datasetNo, version }: Businesses, of: LeadIds): string {
  const some = `FROM ${businessTable(datasetNo, version)} WHERE business_id BETWEEN {busFrom:UInt64} AND {busTo:UInt64}`
  const ids = `SELECT lead_id ${some}`
  return `SELECT sum(taken - (owned = 0)) AS leads
    FROM (SELECT countIf(is_taken AND NOT is_owned) AS taken, countIf(is_owned) AS owned
      FROM (SELECT business_id, lead_id IN (SELECT lead_id FROM (${of.sql}) WHERE identity(lead_id) IN (${ids})) AS is_taken,
          lead_id IN (SELECT lead_id ${ownedRows} AND identity(lead_id) IN (${ids})) AS is_owned ${some})
      GROUP BY business_id HAVING taken > 0)`
}
