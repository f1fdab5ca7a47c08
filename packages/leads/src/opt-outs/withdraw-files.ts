import type { Olap } from '@freeor/clickhouse/olap'
import type { Database } from '@freeor/postgres/database'
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { downloads } from '../downloads/tables.ts'
import { prepareOwnership } from '../ownership/commands.ts'
import { frozenLeadsTable, ownedLeadsTable } from '../ownership/owned-leads.ts'
import { removedIds } from './opted-out-leads.ts'

type Deps = { readonly db: Database; readonly olap: Olap }
type Removed = { readonly datasetNo: number; readonly applied: number; readonly now: Date }

const idRow = z.object({ id: z.string() })
const ownerRow = z.object({ companyId: z.string(), first: z.array(z.coerce.number()) })

/**
 * A file that is under way loses the leads that opted out; a ready one that holds such a lead is no longer handed out.
 * Which files hold a lead is known exactly while their frozen leads are kept. Of older ones the file is known that
 * brought the lead, and any later one may repeat it that holds leads which were owned before.
 * @returns how many files are no longer handed out
 */
export async function withdrawFiles(deps: Deps, removed: Removed): Promise<number> {
  const { datasetNo, applied, now } = removed
  await prepareOwnership(deps.olap)
  const params = { outDataset: datasetNo, outApplied: applied }
  const frozen = await deps.olap.ask({
    sql: `SELECT DISTINCT download_id AS id FROM ${frozenLeadsTable} WHERE lead_id IN (${removedIds})`,
    params,
    pool: 'writer',
    row: idRow,
  })
  const ids = frozen.map(({ id }) => id)
  await thinOut(deps, ids, removed)
  const owners = await deps.olap.ask({
    sql: `SELECT company_id AS companyId, groupUniqArray(ready_no) AS first FROM ${ownedLeadsTable}
      WHERE dataset_no = {outDataset:UInt32} AND lead_id IN (${removedIds}) GROUP BY company_id`,
    params,
    pool: 'writer',
    row: ownerRow,
  })
  const isOlder = owners.map(({ companyId, first }) =>
    and(
      eq(downloads.companyId, companyId),
      or(inArray(downloads.readyNo, first), mayRepeat(Math.min(...first))),
    ),
  )
  const holds = or(ids.length > 0 ? inArray(downloads.id, ids) : undefined, ...isOlder)
  if (holds === undefined) return 0
  const withdrawn = await deps.db
    .update(downloads)
    .set({ withdrawnAt: now, updatedAt: now })
    .where(
      and(
        holds,
        eq(downloads.datasetNo, datasetNo),
        eq(downloads.state, 'ready'),
        isNull(downloads.withdrawnAt),
      ),
    )
    .returning({ id: downloads.id })
  return withdrawn.length
}

const mayRepeat = (first: number) =>
  and(gt(downloads.readyNo, first), gt(downloads.rows, sql`${downloads.newLeads} + ${downloads.sameLeads}`))

/** Frozen leads of ready files stay: they are what the company owns. */
async function thinOut(
  { db, olap }: Deps,
  ids: readonly string[],
  { datasetNo, applied }: Removed,
): Promise<void> {
  if (ids.length === 0) return
  const underWay = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        inArray(downloads.id, [...ids]),
        eq(downloads.datasetNo, datasetNo),
        inArray(downloads.state, ['reserved', 'writing']),
      ),
    )
  if (underWay.length === 0) return
  await olap.write(
    `DELETE FROM ${frozenLeadsTable} WHERE download_id IN {ids:Array(String)} AND lead_id IN (${removedIds})`,
    { ids: underWay.map(({ id }) => id), outDataset: datasetNo, outApplied: applied },
  )
}
