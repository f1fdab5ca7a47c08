import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveCompanyScope } from '@freeor/accounts/scope'
import { companies, companyMembers, users } from '@freeor/accounts/tables'
import { openLeadCustomer } from '@freeor/billing/commands'
import type { PlanId } from '@freeor/billing/plans'
import type { Olap } from '@freeor/clickhouse/olap'
import { newId } from '@freeor/kernel/ids'
import type { CompanyRole, CompanyScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { openFolderStore } from '@freeor/storage/folder'
import type { FileStore } from '@freeor/storage/ports'
import { columnName, columnType, leadTable } from '../dictionaries/lead-table.ts'
import { compileQuery } from '../query/compile-query.ts'
import type { PlaceLookup } from '../query/place-lookup.ts'
import { joinQueries, splitQuery } from '../query/split-query.ts'
import type { Column, ColumnKind } from '../schema.ts'
import type { CompileDownload } from './ports.ts'

/** A person with a company on a plan, and the scope they work in. */
export async function newCompany(
  db: Database,
  { planID = 'freeor_pro', now }: { planID?: PlanId; now: Date },
): Promise<CompanyScope> {
  const companyId = newId('cmp')
  const ownerUserId = await addPerson(db, now)
  await db
    .insert(companies)
    .values({ id: companyId, name: 'Acme', ownerUserId, createdAt: now, updatedAt: now })
  await db.transaction(async (tx) => await openLeadCustomer(tx, { companyId, planID, now }))
  return await addMember(db, { companyId, userId: ownerUserId, role: 'owner', now })
}

type NewMember = { companyId: string; userId?: string; role: CompanyRole; now: Date }

/** Another person of the company. */
export async function addMember(
  db: Database,
  { companyId, userId: known, role, now }: NewMember,
): Promise<CompanyScope> {
  const userId = known ?? (await addPerson(db, now))
  await db.insert(companyMembers).values({ id: newId('mem'), companyId, userId, role, createdAt: now })
  return await proveCompanyScope(db, {
    kind: 'user',
    userId,
    email: `${userId}@example.com`,
    name: 'Ada',
    emailVerified: true,
    superAdmin: false,
    sessionId: newId('ses'),
  })
}

async function addPerson(db: Database, now: Date): Promise<string> {
  const id = newId('usr')
  await db.insert(users).values({
    id,
    name: 'Ada',
    email: `${id}@example.com`,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

const column = (key: string, kind: ColumnKind, contact = false): Column => ({
  key,
  label: `${key[0]?.toUpperCase()}${key.slice(1)}`,
  group: 'Company',
  kind,
  from: key,
  contact,
  facet: false,
  suggest: false,
})

export const sampleColumns: readonly Column[] = [
  column('company', 'text'),
  column('industry', 'category'),
  column('employees', 'number'),
  column('founded', 'date'),
  column('active', 'boolean'),
  column('zip', 'zip'),
  column('phone', 'phone', true),
]

export type SampleLead = {
  id: number
  state?: string
  company?: string
  industry?: string
  employees?: number | null
  founded?: string | null
  active?: boolean | null
  zip?: string
  phone?: string
}

/** Version `version` of data set 1 with these leads, as an import would leave it but for what no download reads. */
export async function storeLeads(olap: Olap, version: number, leads: readonly SampleLead[]): Promise<void> {
  const table = leadTable(1, version)
  const cells = sampleColumns.map((one) => `${columnName(one)} ${columnType(one.kind)}`).join(', ')
  await olap.write(`CREATE TABLE ${table} (lead_id UInt64, row UInt64, first_seen UInt32, changed UInt32,
    p_state LowCardinality(String), p_city LowCardinality(String), p_zip LowCardinality(String), ${cells})
    ENGINE = MergeTree ORDER BY (p_state, p_city, p_zip, lead_id)`)
  const lines = leads.map((lead, index) =>
    JSON.stringify({
      lead_id: lead.id,
      row: index + 1,
      p_state: lead.state ?? 'TX',
      p_zip: lead.zip ?? '',
      ...Object.fromEntries(
        sampleColumns.map(({ key }) => [`c_${key}`, lead[key as keyof SampleLead] ?? undefined]),
      ),
    }),
  )
  const inputs = [
    'lead_id UInt64, row UInt64, p_state String, p_zip String',
    ...sampleColumns.map((one) => `${columnName(one)} ${columnType(one.kind)}`),
  ].join(', ')
  await olap.insert({
    sql: `INSERT INTO ${table} (lead_id, row, p_state, p_zip, ${sampleColumns.map(columnName).join(', ')})
      SELECT * FROM input('${inputs}')`,
    format: 'JSONEachRow',
    body: (async function* () {
      yield Buffer.from(lines.join('\n'))
    })(),
  })
}

const noPlaces: PlaceLookup = { findCounty: () => [], findZip: () => undefined }

/** Compiles against the sample columns and the version that `version` tells now. */
export function compileSample(version: () => number): CompileDownload {
  return async (_scope, input) => {
    const { query } = joinQueries(input, sampleColumns)
    const context = { columns: sampleColumns, places: noPlaces, zipLists: new Map() }
    const { sql, params } = compileQuery(query, context)
    const dataVersion = input.asOf ?? version()
    return {
      datasetNo: 1,
      dataVersion,
      rowsVersion: dataVersion,
      columns: sampleColumns,
      where: sql,
      params,
      ...splitQuery(query),
    }
  }
}

/** A folder store in a temporary folder. */
export async function testFiles(): Promise<{ files: FileStore; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'freeor-files-'))
  return { files: openFolderStore(dir), close: async () => await rm(dir, { recursive: true, force: true }) }
}
