import type { Olap } from '@freeor/clickhouse/olap'
import { onceAnEngine } from '@freeor/clickhouse/once-an-engine'
import { z } from 'zod'
import {
  createFrozenLeads,
  createOwnedDownloads,
  createOwnedLeads,
  frozenLeadsTable,
  idRanges,
  isInRange,
  isOwned,
  type OwnedOf,
  type Ownership,
  ownedDownloadsTable,
  ownedLeadsTable,
  ownedParams,
  ownedRows,
  rangeParams,
} from './owned-leads.ts'
import type { OwnershipDeps } from './ports.ts'
import { findAgreed, listReadyFiles, type ReadyFile } from './queries.ts'

/** Makes the engine's tables of owned leads, once a process. */
export const prepareOwnership = onceAnEngine(async (olap) => {
  await setFormerAside(olap)
  await olap.write(createFrozenLeads)
  await olap.write(createOwnedLeads)
  await olap.write(createOwnedDownloads)
})

const formerTable = 'freeor.owned_leads_before'
const tableRow = z.object({ found: z.string() })

/**
 * `owned_leads` used to hold the rows of all files, each with its download. They become frozen rows; the owned leads
 * are made from those when they are first read. If it is interrupted, it begins again from the former table.
 */
async function setFormerAside(olap: Olap): Promise<void> {
  const [former] = await askTables(
    olap,
    `SELECT table AS found FROM system.columns
      WHERE database = 'freeor' AND table = 'owned_leads' AND name = 'download_id'`,
  )
  if (former) await olap.write(`RENAME TABLE ${ownedLeadsTable} TO ${formerTable}`)
  const [aside] = await askTables(
    olap,
    "SELECT name AS found FROM system.tables WHERE database = 'freeor' AND name = 'owned_leads_before'",
  )
  if (!aside) return
  await olap.write(`DROP TABLE IF EXISTS ${frozenLeadsTable} SYNC`)
  await olap.write(createFrozenLeads)
  await olap.write(`INSERT INTO ${frozenLeadsTable} (download_id, lead_id, row, frozen_at)
    SELECT download_id, lead_id, row, frozen_at FROM ${formerTable}`)
  await olap.write(`DROP TABLE ${formerTable} SYNC`)
}

const askTables = async (olap: Olap, sql: string) => await olap.ask({ sql, pool: 'writer', row: tableRow })

/**
 * Brings the engine's tables to what PostgreSQL says a company owns: removes the files that PostgreSQL does not know
 * (any more), then adds those that are missing. It may run in another process at the same time: a lead that is then
 * stored twice is still counted as one lead.
 */
export async function catchUp(deps: OwnershipDeps, { readyNo, ...of }: Ownership): Promise<void> {
  if (readyNo === 0) return
  const { agreed, isAhead } = await findAgreed(deps, of)
  if (isAhead) await removeAfter(deps.olap, of, agreed)
  let done = agreed
  while (done < readyNo) {
    const files = await listReadyFiles(deps.db, of, { after: done, upTo: readyNo })
    const last = files.at(-1)
    if (!last) throw new Error(`File ${done + 1} of ${of.companyId} has no number`)
    await removeOthers(deps.olap, of, { after: done, files })
    await addFiles(deps.olap, of, files)
    done = last.readyNo
  }
}

/**
 * Removes leads with the numbers of these files that are in none of them: they are of files that PostgreSQL lost, and
 * came into a backup without the file's own row.
 */
async function removeOthers(
  olap: Olap,
  of: OwnedOf,
  { after, files }: { after: number; files: readonly ReadyFile[] },
): Promise<void> {
  const params = {
    ...ownedParams({ ...of, readyNo: files.at(-1)?.readyNo ?? after }),
    ownAfter: after,
    ownFiles: files.map(({ id }) => id),
  }
  const under = `${ownedRows} AND ready_no > {ownAfter:UInt32}`
  const [found] = await olap.ask({ sql: `SELECT count() AS leads ${under}`, params, row: countRow, caps })
  if (found?.leads === 0) return
  await olap.write(
    `DELETE ${under} AND lead_id NOT IN (
      SELECT lead_id FROM ${frozenLeadsTable} WHERE download_id IN {ownFiles:Array(String)})`,
    params,
  )
}

const countRow = z.object({ leads: z.coerce.number() })
/** The leads of one company may be many millions. */
const caps = { seconds: 30 }

/**
 * Each lead once, with the first of the files that has it; then the files, as the sign that all their leads are there.
 */
async function addFiles(olap: Olap, of: OwnedOf, files: readonly ReadyFile[]): Promise<void> {
  const { companyId, datasetNo } = of
  const [first] = files
  if (!first) return
  const filesParams = { ownFiles: files.map(({ id }) => id), ownNumbers: files.map(({ readyNo }) => readyNo) }
  const frozen = `FROM ${frozenLeadsTable} WHERE download_id IN {ownFiles:Array(String)} AND ${isInRange}`
  const leads = files.reduce((sum, { rows }) => sum + rows, 0)
  // Leads left by an interrupted addition are checked too, so that nothing is added twice.
  const before = { companyId, datasetNo, readyNo: files.at(-1)?.readyNo ?? 0 }
  const ids = { sql: `SELECT lead_id ${frozen}`, params: filesParams, leads }
  for (const range of idRanges(leads)) {
    await olap.write(
      `INSERT INTO ${ownedLeadsTable} (company_id, dataset_no, lead_id, ready_no)
        SELECT {ownCompany:String}, {ownDataset:UInt32}, lead_id,
          min(transform(download_id, {ownFiles:Array(String)}, {ownNumbers:Array(UInt32)}, toUInt32(0)))
        ${frozen} AND NOT ${isOwned({ leads: Number.POSITIVE_INFINITY }, ids, [isInRange])} GROUP BY lead_id`,
      { ...filesParams, ...ownedParams(before), ...rangeParams(range) },
    )
  }
  await olap.write(
    `INSERT INTO ${ownedDownloadsTable} (company_id, dataset_no, ready_no, download_id)
      SELECT {ownCompany:String}, {ownDataset:UInt32}, file.2, file.1
      FROM (SELECT arrayJoin(arrayZip({ownFiles:Array(String)}, {ownNumbers:Array(UInt32)})) AS file)`,
    { ...filesParams, ownCompany: companyId, ownDataset: datasetNo },
  )
}

/** The leads first: after an interruption between the two, the files still show that something is to be removed. */
async function removeAfter(olap: Olap, of: OwnedOf, readyNo: number): Promise<void> {
  const params = { ownCompany: of.companyId, ownDataset: of.datasetNo, ownReadyNo: readyNo }
  for (const table of [ownedLeadsTable, ownedDownloadsTable])
    await olap.write(
      `DELETE FROM ${table} WHERE company_id = {ownCompany:String} AND dataset_no = {ownDataset:UInt32}
        AND ready_no > {ownReadyNo:UInt32}`,
      params,
    )
}
