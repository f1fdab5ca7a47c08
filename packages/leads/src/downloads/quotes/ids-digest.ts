import { frozenIds, type Statement } from '../../ownership/owned-leads.ts'

const digestOf = ({ sql, params }: Statement): Statement => ({
  sql: `SELECT lower(hex(SHA256(arrayStringConcat(arrayMap(id -> toString(id), arraySort(groupArray(lead_id))), ',')))) AS digest
    FROM (${sql})`,
  params,
})

/** SHA-256 of the ids of leads: in decimal digits, ascending, with commas between. */
export const idsDigestOf = (ids: Statement): Statement => digestOf(ids)

/** The same of the leads that were frozen for a download. */
export const frozenDigest = (downloadId: string): Statement => digestOf(frozenIds(downloadId, 0))
