import type { OlapParams } from '@freeor/clickhouse/olap'

/*
 * What companies own, in the search engine. PostgreSQL alone decides it: each ready file has a number, 1, 2, 3 ..., of
 * its company and dataset (`downloads.ready_no`), and the first n files say what is owned. These tables repeat it, so
 * that no statement carries a list that grows with the customer.
 *
 *   frozen_leads     the leads of each file under way, from its order until they are in owned_leads
 *   owned_leads      each owned lead once, with the number of the file that brought it
 *   owned_downloads  the files whose leads are in owned_leads, written after them
 *
 * They may be behind PostgreSQL, after a crash for instance, or ahead of it, after a restored backup. So every reader
 * asks PostgreSQL for the number, `readOwnership` brings the tables to it, and the statement reads no file beyond it.
 */
export const frozenLeadsTable = 'freeor.frozen_leads'
export const ownedLeadsTable = 'freeor.owned_leads'
export const ownedDownloadsTable = 'freeor.owned_downloads'

/** What was acknowledged is on the disk, like PostgreSQL's part of it. */
const onDisk = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1'

/** `row` is the lead's row in the version that the file is made of: the file is read by it. */
export const createFrozenLeads = `CREATE TABLE IF NOT EXISTS ${frozenLeadsTable} (
  download_id String,
  lead_id UInt64,
  row UInt64,
  frozen_at DateTime('UTC')
) ENGINE = MergeTree ORDER BY (download_id, lead_id) ${onDisk}`

export const createOwnedLeads = `CREATE TABLE IF NOT EXISTS ${ownedLeadsTable} (
  company_id LowCardinality(String),
  dataset_no UInt32,
  lead_id UInt64 CODEC(NONE),
  ready_no UInt32
) ENGINE = MergeTree ORDER BY (company_id, dataset_no, lead_id) ${onDisk}`

export const createOwnedDownloads = `CREATE TABLE IF NOT EXISTS ${ownedDownloadsTable} (
  company_id LowCardinality(String),
  dataset_no UInt32,
  ready_no UInt32,
  download_id String
) ENGINE = MergeTree ORDER BY (company_id, dataset_no, ready_no) ${onDisk}`

export type OwnedOf = { readonly companyId: string; readonly datasetNo: number }

/** What a company owns of a dataset: the leads of its first `readyNo` ready files, `leads` of them. */
export type Ownership = OwnedOf & { readonly readyNo: number; readonly leads: number }

export type Statement = { readonly sql: string; readonly params: OlapParams }

/** Some leads: a SELECT of their `lead_id`, and how many they are. */
export type LeadIds = Statement & { readonly leads: number }

/** A range of all lead ids, both ends included. */
export type IdRange = { readonly from: bigint; readonly to: bigint }

/** Ids in one set. Two million take some 64 MB, 10 million would pass the 256 MB of a search. */
const IDS_A_SET = 2_000_000
const ALL_IDS = 1n << 64n

/**
 * Ranges of the ids, which are hashes, so that a set of `leads` of them is never larger than one statement can take.
 */
export function idRanges(leads: number): IdRange[] {
  const parts = BigInt(Math.max(1, Math.ceil(leads / IDS_A_SET)))
  return Array.from({ length: Number(parts) }, (_, i) => ({
    from: (ALL_IDS * BigInt(i)) / parts,
    to: (ALL_IDS * BigInt(i + 1)) / parts - 1n,
  }))
}

/** The condition that a lead's id is in the range of `rangeParams`. */
export const isInRange = 'lead_id >= {ownFrom:UInt64} AND lead_id <= {ownTo:UInt64}'

export const rangeParams = ({ from, to }: IdRange): OlapParams => ({ ownFrom: from, ownTo: to })

export const ownedParams = ({ companyId, datasetNo, readyNo }: Omit<Ownership, 'leads'>): OlapParams => ({
  ownCompany: companyId,
  ownDataset: datasetNo,
  ownReadyNo: readyNo,
})

/** Rows of `owned_leads` that belong to the company; values by `ownedParams`. */
export const ownedRows = `FROM ${ownedLeadsTable} WHERE company_id = {ownCompany:String}
  AND dataset_no = {ownDataset:UInt32} AND ready_no <= {ownReadyNo:UInt32}`

/**
 * Up to this many ids are looked up by the table's key; for more, comparing with the key costs more than reading on.
 */
const IDS_BY_KEY = 1_000

/** The id of `owned_leads` that a set of these leads is compared with: by the key, or not. */
const lookedUp = (of: LeadIds): string => (of.leads <= IDS_BY_KEY ? 'lead_id' : 'identity(lead_id)')

/**
 * A condition that a lead is owned, for a query on the leads `of`. The set it makes is never larger than the smaller
 * one of the owned leads and `of`.
 * @param also further conditions on `lead_id`
 */
export function isOwned(
  { leads }: Pick<Ownership, 'leads'>,
  of: LeadIds,
  also: readonly string[] = [],
): string {
  const narrowed = of.leads < leads ? [`${lookedUp(of)} IN (${of.sql})`] : []
  return `lead_id IN (SELECT lead_id ${[ownedRows, ...also, ...narrowed].join(' AND ')})`
}

/**
 * The statements whose `leads` add up to how many of some leads are owned. Each makes one set, of the smaller side: a
 * set of each side would pass the 256 MB of a search at a million leads.
 */
export function countOwnedStatements(ownership: Ownership, of: LeadIds): Statement[] {
  const fewer = Math.min(ownership.leads, of.leads)
  if (fewer === 0) return []
  const sql = of.leads < ownership.leads ? countAmongOwned(of) : countAmong(of)
  return idRanges(fewer).map((range) => ({
    sql,
    params: { ...of.params, ...ownedParams(ownership), ...rangeParams(range) },
  }))
}

/** Two processes that catch up at the same time leave a lead twice in `owned_leads`; it counts once. */
const countAmongOwned = (of: LeadIds): string =>
  `SELECT uniqExact(lead_id) AS leads ${ownedRows} AND ${isInRange}
    AND ${lookedUp(of)} IN (SELECT lead_id FROM (${of.sql}) WHERE ${isInRange})`

const countAmong = (of: LeadIds): string =>
  `SELECT count() AS leads FROM (${of.sql}) WHERE ${isInRange}
    AND identity(lead_id) IN (SELECT lead_id ${ownedRows} AND ${isInRange})`

/** The frozen leads of a download. */
export function frozenIds(downloadId: string, leads: number): LeadIds {
  return {
    sql: `SELECT lead_id FROM ${frozenLeadsTable} WHERE download_id = {ownDownload:String}`,
    params: { ownDownload: downloadId },
    leads,
  }
}
