import type { Database } from '@freeor/postgres/database'
import { eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { datasets } from '../dictionaries/tables.ts'
import { downloads } from '../downloads/tables.ts'
import { prepareOwnership } from '../ownership/commands.ts'
import { ownedParams, ownedRows } from '../ownership/owned-leads.ts'
import type { OwnershipDeps } from '../ownership/ports.ts'
import { findAgreed } from '../ownership/queries.ts'
import { businessTable } from './business-tables.ts'
import { countStored } from './read-businesses.ts'

export type BusinessViolation = { readonly invariant: 'I23'; readonly id: string; readonly detail: string }

const countRow = z.object({ found: z.coerce.number() })
const caps = { seconds: 60, bytes: 2 ** 31 }

/**
 * I23: a lead is of one business, whose first lead is of it too; and no company got more leads for nothing than it owns
 * beside another one of the same business.
 */
export async function checkBusinesses(deps: OwnershipDeps): Promise<BusinessViolation[]> {
  await prepareOwnership(deps.olap)
  const violations: BusinessViolation[] = []
  for (const { dictId, datasetNo, version } of await listServing(deps.db)) {
    if (!(await countStored(deps.olap, datasetNo, version))) continue
    const wrong = await countWrong(deps, datasetNo, version)
    if (wrong > 0)
      violations.push({ invariant: 'I23', id: dictId, detail: `${wrong} leads are not of one business` })
    violations.push(...(await checkFree(deps, datasetNo, version)))
  }
  return violations
}

async function listServing(db: Database) {
  const { dictId, datasetNo, currentVersion: version } = datasets
  return await db.select({ dictId, datasetNo, version }).from(datasets).where(gt(version, 0))
}

async function countWrong({ olap }: OwnershipDeps, datasetNo: number, version: number): Promise<number> {
  const table = businessTable(datasetNo, version)
  const [row] = await olap.ask({
    sql: `SELECT (SELECT count() - uniqExact(lead_id) FROM ${table}) + (SELECT count() FROM ${table}
      WHERE business_id NOT IN (SELECT lead_id FROM ${table} WHERE lead_id = business_id)) AS found`,
    row: countRow,
    caps,
  })
  return row?.found ?? 0
}

/** Companies whose last file the engine has not taken in yet are left to the next check. */
async function checkFree(
  deps: OwnershipDeps,
  datasetNo: number,
  version: number,
): Promise<BusinessViolation[]> {
  const { companyId, sameLeads } = downloads
  const owners = await deps.db
    .select({
      companyId,
      free: sql<number>`sum(${sameLeads})::int`,
      files: sql<number>`max(${downloads.readyNo})`,
    })
    .from(downloads)
    .where(sql`${eq(downloads.datasetNo, datasetNo)} AND ${eq(downloads.state, 'ready')}`)
    .groupBy(companyId)
    .having(sql`sum(${sameLeads}) > 0`)
  const violations: BusinessViolation[] = []
  for (const { companyId: id, free, files: readyNo } of owners) {
    const of = { companyId: id, datasetNo, readyNo }
    if ((await findAgreed(deps, of)).agreed < readyNo) continue
    const [row] = await deps.olap.ask({
      sql: `SELECT sum(leads - 1) AS found FROM (SELECT uniqExact(lead_id) AS leads FROM ${businessTable(datasetNo, version)}
        WHERE lead_id IN (SELECT lead_id ${ownedRows}) GROUP BY business_id)`,
      params: ownedParams(of),
      row: countRow,
      caps,
    })
    const most = row?.found ?? 0
    if (free > most)
      violations.push({ invariant: 'I23', id, detail: `${free} leads were free, ${most} at most may be` })
  }
  return violations
}
