import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { downloads } from '../downloads/tables.ts'
import { type OwnedOf, type Ownership, ownedDownloadsTable } from './owned-leads.ts'
import type { OwnershipDeps } from './ports.ts'

/** Most files that a statement names: their ids are its parameters. */
const FILES_AT_ONCE = 500
const ROWS_AT_ONCE = 2_000_000

const isReadyOf = ({ companyId, datasetNo }: OwnedOf) =>
  and(eq(downloads.companyId, companyId), eq(downloads.datasetNo, datasetNo), eq(downloads.state, 'ready'))

/** What PostgreSQL says a company owns of a dataset: the number of its last ready file, 0 before the first. */
export async function readReadyNo(tx: Tx, { companyId, datasetNo }: OwnedOf): Promise<Ownership> {
  const [last] = await tx
    .select({ readyNo: downloads.readyNo, leads: downloads.ownedLeads })
    .from(downloads)
    .where(isReadyOf({ companyId, datasetNo }))
    .orderBy(desc(downloads.readyNo))
    .limit(1)
  return { companyId, datasetNo, readyNo: last?.readyNo ?? 0, leads: last?.leads ?? 0 }
}

export type ReadyFile = {
  readonly id: string
  readonly readyNo: number
  readonly rows: number
  /** Leads that the company did not own before: paid, or free with their business. */
  readonly broughtLeads: number
}

/** The next ready files in the order of their numbers: at least one, and no more than one statement can take. */
export async function listReadyFiles(
  tx: Tx,
  of: OwnedOf,
  { after, upTo }: { after: number; upTo: number },
): Promise<ReadyFile[]> {
  const found = await tx
    .select({
      id: downloads.id,
      readyNo: downloads.readyNo,
      rows: downloads.rows,
      broughtLeads: sql<number>`${downloads.newLeads} + ${downloads.sameLeads}`,
    })
    .from(downloads)
    .where(and(isReadyOf(of), gt(downloads.readyNo, after), lte(downloads.readyNo, upTo)))
    .orderBy(asc(downloads.readyNo))
    .limit(FILES_AT_ONCE)
  const files: ReadyFile[] = []
  let sum = 0
  for (const { readyNo, ...file } of found) {
    sum += file.rows
    if (readyNo === null || (files.length > 0 && sum > ROWS_AT_ONCE)) break
    files.push({ ...file, readyNo })
  }
  return files
}

/** The numbers of those of the given files that are ready. */
async function readReadyNumbers(
  tx: Tx,
  of: OwnedOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await tx
    .select({ id: downloads.id, readyNo: downloads.readyNo })
    .from(downloads)
    .where(and(isReadyOf(of), inArray(downloads.id, [...ids])))
  return new Map(rows.map(({ id, readyNo }) => [id, readyNo]))
}

const fileRow = z.object({ readyNo: z.coerce.number(), id: z.string() })

/**
 * The number of the last file that the engine and PostgreSQL agree on, and whether the engine has files beyond it that
 * PostgreSQL does not know. Numbers are given one after the other, so if one file agrees, all before it agree; others
 * exist when PostgreSQL came back from a backup that is older than the engine's tables.
 */
export async function findAgreed(
  { db, olap }: OwnershipDeps,
  of: OwnedOf,
): Promise<{ agreed: number; isAhead: boolean }> {
  let isAhead = false
  let below = 2 ** 32
  for (;;) {
    const files = await olap.ask({
      sql: `SELECT ready_no AS readyNo, download_id AS id FROM ${ownedDownloadsTable}
        WHERE company_id = {ownCompany:String} AND dataset_no = {ownDataset:UInt32} AND ready_no < {below:UInt64}
        ORDER BY ready_no DESC LIMIT ${isAhead ? FILES_AT_ONCE : 1}`,
      params: { ownCompany: of.companyId, ownDataset: of.datasetNo, below },
      row: fileRow,
    })
    if (files.length === 0) return { agreed: 0, isAhead }
    const truth = await readReadyNumbers(
      db,
      of,
      files.map(({ id }) => id),
    )
    const agreed = files.find(({ id, readyNo }) => truth.get(id) === readyNo)
    if (agreed) return { agreed: agreed.readyNo, isAhead: isAhead || agreed !== files[0] }
    isAhead = true
    below = Math.min(...files.map(({ readyNo }) => readyNo))
  }
}
