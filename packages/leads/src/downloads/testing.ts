import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveCompanyScope } from '@freeor/accounts/scope'
import { companies, companyMembers, users } from '@freeor/accounts/tables'
import type { PlanID } from '@freeor/billing/plans'
import type { Olap } from '@freeor/clickhouse/olap'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyRole, CompanyScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { openJobs } from '@freeor/postgres/jobs'
import { openFolderStore } from '@freeor/storage/folder'
import type { FileStore } from '@freeor/storage/ports'
import { fakeClock } from '@freeor/testing/clock'
import { testOlap } from '@freeor/testing/olap'
import { testDatabase } from '@freeor/testing/postgres'
import { parseCsv } from 'hucre/csv'
import { openLeadCustomer } from '../allowance/commands.ts'
import { checkLedger } from '../allowance/health/queries.ts'
import { readAllowance } from '../allowance/queries.ts'
import { businessTable, createBusinessTable } from '../businesses/business-tables.ts'
import { columnName, columnType, leadTable } from '../dictionaries/lead-table.ts'
import { prepareCurrentMarks } from '../do-not-call/prepare-marks.ts'
import { compileQuery } from '../query/compile-query.ts'
import type { PlaceLookup } from '../query/place-lookup.ts'
import { joinQueries, splitQuery } from '../query/split-query.ts'
import type { Column, ColumnKind } from '../schema.ts'
import { openCountLimiter } from '../search/count-limiter.ts'
import { type ConfirmOutcome, confirmDownload, prepareDownloads } from './commands.ts'
import { type CompileDownload, type DownloadDeps, downloadQueue } from './ports.ts'
import { getDownload, openDownloadFile } from './queries.ts'
import { fromSafeCell } from './safe-cell.ts'
import { downloadRequest } from './schema.ts'
import { checkDownloads } from './upkeep/queries.ts'
import { runDownload } from './writing/commands.ts'

/** A person with a company on a plan, and the scope they work in. */
export async function newCompany(
  db: Database,
  { planID = 'freeor_pro', now }: { planID?: PlanID; now: Date },
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

/** Version `version` of dataset 1 with these leads, as an import would leave it, without what no download reads. */
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

export type SampleMember = { readonly business: number; readonly lead: number; readonly since: number }

/** What version `version` of dataset 1 says of businesses, as an import would leave it. */
export async function storeBusinesses(
  olap: Olap,
  version: number,
  members: readonly SampleMember[],
): Promise<void> {
  await olap.write(createBusinessTable(1, version))
  const rows = members.map(({ business, lead, since }) => `(${business}, ${lead}, ${since})`)
  if (rows.length > 0)
    await olap.write(
      `INSERT INTO ${businessTable(1, version)} (business_id, lead_id, since) VALUES ${rows.join(', ')}`,
    )
}

const noPlaces: PlaceLookup = { findCounty: () => [], countiesAround: () => [], findZip: () => undefined }

/** Compiles against the sample columns and the version that `version` gives now. */
function compileSample(engines: { db: Database; olap: Olap }, version: () => number): CompileDownload {
  return async (_scope, input) => {
    const { query } = joinQueries(input, sampleColumns)
    const dataVersion = input.asOf ?? version()
    const searched = { datasetNo: 1, version: dataVersion, columns: sampleColumns }
    const marks = await prepareCurrentMarks(engines, searched)
    const context = {
      columns: sampleColumns,
      places: noPlaces,
      zipLists: new Map(),
      ownLists: new Map(),
      marks,
    }
    const { sql, params } = compileQuery(query, context)
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
async function testFiles(): Promise<{ files: FileStore; dir: string; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'freeor-files-'))
  const close = async () => await rm(dir, { recursive: true, force: true })
  return { files: openFolderStore(dir), dir, close }
}

/** What version 1 of the sample holds. */
export const sampleLeads: SampleLead[] = Array.from({ length: 600 }, (_, index) => ({
  id: index + 1,
  company: `Company ${index % 7} "Bros", ${['Plumbing', '=1+1', 'Zürich'][index % 3]}\nLLC`,
  industry: ['Retail', 'Roofing', ''][index % 3] ?? '',
  employees: index % 5 === 0 ? null : (index * 37) % 400,
  founded: index % 4 === 0 ? null : `${1950 + (index % 70)}-03-0${1 + (index % 9)}`,
  active: index % 6 === 0 ? null : index % 2 === 0,
  zip: String(2138 + index).padStart(5, '0'),
  phone: `+1 555 123 ${String(1000 + index)}`,
}))

/**
 * Everything that downloads need, real, with the sample in two versions: version 1 serves; version 2 lacks its first
 * 100 leads and has one more. The clock says noon of 2026-03-01.
 */
export async function openDownloadSystem() {
  const clock = fakeClock('2026-03-01T12:00:00Z')
  const [database, engine, folder] = await Promise.all([testDatabase(), testOlap(), testFiles()])
  const jobs = openJobs({ url: database.url, log: () => undefined, upkeep: false })
  await jobs.start()
  await jobs.createQueue(downloadQueue)
  const serving = { version: 1 }
  const deps: DownloadDeps = {
    db: database.db,
    olap: engine.olap,
    files: folder.files,
    jobs,
    clock,
    compile: compileSample({ db: database.db, olap: engine.olap }, () => serving.version),
    billing: { notify: async () => undefined },
    ledgerLog: { db: database.db, clock, secret: 'a secret of this installation' },
    counting: openCountLimiter(),
    search: { statements: openLimiter({ concurrency: 8 }) },
  }
  await prepareDownloads(deps)
  await storeLeads(engine.olap, 1, sampleLeads)
  const later = [...sampleLeads.slice(100), { id: 5000, company: 'New', industry: 'Retail' }]
  await storeLeads(engine.olap, 2, later)
  return {
    ...orderFrom(deps),
    deps,
    clock,
    serving,
    filesDir: folder.dir,
    async close() {
      await jobs.stop()
      await engine.close()
      await database.close()
      await folder.close()
    },
  }
}

export type DownloadSystem = Awaited<ReturnType<typeof openDownloadSystem>>

export const ask = (request: object) => downloadRequest.parse({ dictId: 'sample', ...request })

let keys = 0
export const newKey = () => `key-${keys++}`

/** The download of an outcome that must have one. */
export function accepted(outcome: ConfirmOutcome) {
  if (outcome.outcome !== 'ok') throw new Error(`Expected a download, got ${outcome.outcome}`)
  return outcome.download
}

/** What a person does with downloads. */
function orderFrom(deps: DownloadDeps) {
  const confirm = async (scope: CompanyScope, request: object, given = deps) =>
    accepted(await confirmDownload(given, scope, { input: ask(request), idempotencyKey: newKey() }))
  const run = async (downloadId: string, given = deps) =>
    await runDownload(given, { downloadId, signal: new AbortController().signal })
  const readFile = async (scope: CompanyScope, id: string): Promise<Buffer> => {
    const file = await openDownloadFile(deps, scope, id)
    return Buffer.concat(await (await file.open()).toArray())
  }
  return {
    confirm,
    run,
    readFile,
    left: async (scope: CompanyScope) =>
      (await readAllowance(deps.db, scope, deps.clock.now())).leadsRemaining,
    async make(scope: CompanyScope, request: object) {
      const { id } = await confirm(scope, request)
      await run(id)
      return await getDownload(deps, scope, id)
    },
    /** The rows of a CSV file without its header, as the leads have them. */
    async readRows(scope: CompanyScope, id: string): Promise<string[][]> {
      const rows = parseCsv((await readFile(scope, id)).toString('utf8')) as string[][]
      return rows.slice(1).map((row) => row.map((cell) => fromSafeCell(String(cell ?? ''))))
    },
    /** Everything about downloads and credits that breaks a rule: none. */
    violations: async () => [...(await checkDownloads(deps)), ...(await checkLedger(deps.db))],
  }
}
