import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { businessTable } from '../businesses/business-tables.ts'
import { type Businesses, readBusinesses } from '../businesses/read-businesses.ts'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { DownloadRow } from '../downloads/tables.ts'
import { ownedLeadsTable } from '../ownership/owned-leads.ts'
import { readOwnership } from '../ownership/read-ownership.ts'
import { severalValues } from '../suppression/cell-values.ts'
import { e164Phone, lowerEmail } from '../suppression/normal-forms.ts'
import { e164PhoneSql, lowerEmailSql } from '../suppression/normal-sql.ts'

export type FoundLead = {
  readonly leadId: string
  readonly contact: 'email' | 'phone'
  /** The addresses of the lead that were sent back, in lower case. */
  readonly emails: readonly string[]
}

export type FoundLeads = {
  readonly leads: readonly FoundLead[]
  /** Contacts that no lead has. */
  readonly unknown: number
}

const leadRow = z.object({ id: z.string(), emails: z.array(z.string()), phones: z.array(z.string()) })
const caps = { seconds: 20, bytes: 1 << 30 }

type File = Pick<
  DownloadRow,
  | 'companyId'
  | 'datasetNo'
  | 'dictId'
  | 'rowsVersion'
  | 'readyNo'
  | 'ownedLeads'
  | 'sameLeads'
  | 'businessesVersion'
>

/**
 * The leads with these contacts that a ready file brought its company and that it was paid for. They are looked up in
 * the version the file was made of; when that is not kept any more, in the one that serves.
 */
export async function findFileLeads(
  { db, olap }: { readonly db: Tx & Parameters<typeof readOwnership>[0]['db']; readonly olap: Olap },
  file: File,
  contacts: readonly string[],
): Promise<FoundLeads> {
  const isEmail = (text: string) => text.includes('@')
  const emails = new Set(contacts.filter(isEmail).map(lowerEmail))
  const others = contacts.filter((text) => !isEmail(text))
  const phones = new Set(others.map(e164Phone).filter((phone) => phone !== ''))
  // An address that is broken may have no sign at all.
  for (const text of others) emails.add(lowerEmail(text))
  const version = await findVersion(db, file)
  if (!version) return { leads: [], unknown: contacts.length }
  await readOwnership({ db, olap }, file)
  const businesses = await readBusinesses({ db, olap }, file.datasetNo)
  const held = (what: 'email' | 'phone', normal: (x: string) => string) => {
    const ofKind = version.columns.filter(({ kind }) => kind === what)
    const cells = `[${ofKind.map((column) => normal(columnName(column))).join(', ')}]::Array(String)`
    const lists = severalValues(version.columns, what).map((list) => `arrayMap(x -> ${normal('x')}, ${list})`)
    return `arrayIntersect(arrayConcat(${[cells, ...lists].join(', ')}), {${what}s:Array(String)})`
  }
  const rows = await olap.ask({
    sql: `SELECT toString(lead_id) AS id, ${held('email', lowerEmailSql)} AS emails,
        ${held('phone', e164PhoneSql)} AS phones
      FROM ${leadTable(file.datasetNo, version.version)}
      WHERE (notEmpty(emails) OR notEmpty(phones)) AND lead_id IN (SELECT lead_id FROM ${ownedLeadsTable}
        WHERE company_id = {company:String} AND dataset_no = {dataset:UInt32} AND ready_no = {no:UInt32})${exceptFree(file, businesses)}
      ORDER BY lead_id`,
    params: {
      ...{ emails: [...emails], phones: [...phones] },
      ...{ company: file.companyId, dataset: file.datasetNo, no: file.readyNo ?? 0 },
      found: file.businessesVersion ?? 0,
    },
    row: leadRow,
    caps,
  })
  const seen = new Set(rows.flatMap((row) => [...row.emails, ...row.phones]))
  const unknown = contacts.filter((text) => !seen.has(lowerEmail(text)) && !seen.has(e164Phone(text)))
  const leads = rows.map((row): FoundLead => {
    const contact = row.emails.length > 0 ? 'email' : 'phone'
    return { leadId: row.id, contact, emails: row.emails }
  })
  return { leads, unknown: unknown.length }
}

/**
 * Leaves out what came free: of a business that an earlier file has, all; of another, all but the first lead of the file.
 * As far as it was known when the file was paid.
 */
function exceptFree({ sameLeads }: File, { datasetNo, version, leads }: Businesses): string {
  if (sameLeads === 0 || leads === 0) return ''
  const table = businessTable(datasetNo, version)
  return ` AND lead_id NOT IN (SELECT lead_id FROM (
      SELECT one.lead_id AS lead_id, own.ready_no AS no,
        row_number() OVER (PARTITION BY one.business_id ORDER BY own.ready_no, one.lead_id) AS place
      FROM (SELECT DISTINCT lead_id, ready_no FROM ${ownedLeadsTable} WHERE company_id = {company:String}
          AND dataset_no = {dataset:UInt32} AND ready_no <= {no:UInt32}
          AND identity(lead_id) IN (SELECT lead_id FROM ${table} WHERE since <= {found:UInt32})) AS own
        INNER JOIN (SELECT lead_id, business_id FROM ${table} WHERE since <= {found:UInt32}) AS one
          ON one.lead_id = own.lead_id)
    WHERE no = {no:UInt32} AND place > 1)`
}

async function findVersion(tx: Tx, { datasetNo, rowsVersion }: File) {
  const kept = await tx
    .select({
      version: datasetVersions.version,
      columns: datasetVersions.columns,
      serving: datasets.currentVersion,
    })
    .from(datasetVersions)
    .innerJoin(datasets, eq(datasets.dictId, datasetVersions.dictId))
    .where(and(eq(datasets.datasetNo, datasetNo)))
    .orderBy(desc(datasetVersions.version))
  return (
    kept.find(({ version }) => version === rowsVersion) ??
    kept.find(({ version, serving }) => version === serving)
  )
}
