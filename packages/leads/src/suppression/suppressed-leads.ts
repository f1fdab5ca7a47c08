import type { OlapParams } from '@freeor/clickhouse/olap'
import type { LeadIds } from '../ownership/owned-leads.ts'

/*
 * Suppression lists in the search engine. PostgreSQL decides which lists a company applies; these tables hold what is
 * in them, so that no statement carries a list.
 *
 *   suppression_entries  the entries of each list as keys: the number of their form, the first 16 bytes of their digest
 *   suppressed_leads     the leads of a version that an applied list means
 *   suppressed_versions  the lists and versions whose leads are in suppressed_leads, written after them
 */
export const entriesTable = 'freeor.suppression_entries'
export const suppressedLeadsTable = 'freeor.suppressed_leads'
export const suppressedVersionsTable = 'freeor.suppressed_versions'

const onDisk = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1'

export const createSuppressionTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${entriesTable} (list_id LowCardinality(String), form UInt8, key UInt128 CODEC(NONE))
    ENGINE = MergeTree ORDER BY (list_id, form, key) ${onDisk}`,
  `CREATE TABLE IF NOT EXISTS ${suppressedLeadsTable} (list_id LowCardinality(String), dataset_no UInt32,
    version UInt32, lead_id UInt64 CODEC(NONE))
    ENGINE = MergeTree ORDER BY (list_id, dataset_no, version, lead_id)`,
  `CREATE TABLE IF NOT EXISTS ${suppressedVersionsTable} (list_id String, dataset_no UInt32, version UInt32,
    leads UInt64) ENGINE = MergeTree ORDER BY (list_id, dataset_no, version)`,
]

/** The keys of one form of a list; the id is the parameter `supList`. */
export const keysOfForm = (form: number): string =>
  `SELECT key FROM ${entriesTable} WHERE list_id = {supList:String} AND form = ${Math.trunc(form)}`

/** The leads of a version that the applied lists of a company mean: at most `leads` of them. */
export type Listed = {
  readonly lists: readonly string[]
  readonly datasetNo: number
  readonly version: number
  readonly leads: number
}

export const listedParams = ({ lists, datasetNo, version }: Listed): OlapParams => ({
  supLists: lists,
  supDataset: datasetNo,
  supVersion: version,
})

/**
 * The condition that a lead is on one of the lists, for a query on the leads `of`. The set it makes is never larger than
 * the smaller one of both.
 */
export function isListed(listed: Pick<Listed, 'leads'>, of: LeadIds): string {
  const narrowed = of.leads < listed.leads ? ` AND identity(lead_id) IN (${of.sql})` : ''
  return `lead_id IN (SELECT lead_id FROM ${suppressedLeadsTable} WHERE list_id IN {supLists:Array(String)}
    AND dataset_no = {supDataset:UInt32} AND version = {supVersion:UInt32}${narrowed})`
}
