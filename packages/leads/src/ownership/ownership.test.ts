import type { CompanyScope } from '@freeor/kernel/scope'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { quoteDownload } from '../downloads/price-download.ts'
import { downloads } from '../downloads/tables.ts'
import {
  ask,
  type DownloadSystem,
  newCompany,
  openDownloadSystem,
  sampleLeads,
} from '../downloads/testing.ts'
import { READY_AGE_MS, sweepDownloads } from '../downloads/upkeep/commands.ts'
import { findOwned } from '../search/read-page.ts'
import { checkOwned } from './check-owned.ts'
import { catchUp, prepareOwnership } from './commands.ts'
import { frozenLeadsTable, idRanges, ownedDownloadsTable, ownedLeadsTable } from './owned-leads.ts'
import { readReadyNo } from './queries.ts'
import { readOwnership } from './read-ownership.ts'

let system: DownloadSystem
let scope: CompanyScope

beforeAll(async () => {
  system = await openDownloadSystem()
})

beforeEach(async () => {
  scope = await newCompany(system.deps.db, { now: system.clock.now() })
})

afterAll(async () => await system?.close())

/** What a process that has just started knows of the engine: nothing. */
const restarted = () => ({ ...system.deps, olap: { ...system.deps.olap } })
const of = () => ({ companyId: scope.companyId, datasetNo: 1 })

const quote = async (request: object = {}, deps = restarted()) =>
  await quoteDownload(deps, scope, ask(request))

/** Which of the sample's leads the search shows as owned. */
async function shownAsOwned(deps = restarted()): Promise<number[]> {
  const leadIds = sampleLeads.map(({ id }) => String(id))
  const asking = {
    ...{ olap: deps.olap, statements: deps.search.statements },
    readOwnership: async () => await readOwnership(deps, of()),
  }
  const owned = await findOwned(asking, scope, { datasetNo: 1, leadIds })
  return [...owned].map(Number).sort((a, b) => a - b)
}

/** What the doctor reports about this test's company. */
async function wrong() {
  const files = await system.deps.db
    .select({ id: downloads.id })
    .from(downloads)
    .where(eq(downloads.companyId, scope.companyId))
  const own = [scope.companyId, ...files.map(({ id }) => id)]
  return (await checkOwned(system.deps)).filter(({ id }) => own.includes(id))
}

const firstIds = (count: number, after = 0) => Array.from({ length: count }, (_, i) => after + i + 1)

const countRow = z.object({ rows: z.coerce.number() })
const countRows = async (from: string) => {
  const [found] = await system.deps.olap.ask({ sql: `SELECT count() AS rows FROM ${from}`, row: countRow })
  return found?.rows
}

describe('the engine behind PostgreSQL', () => {
  /** Removes from the engine what it has taken in of the company, as a crash before it leaves it. */
  async function loseAll(): Promise<void> {
    for (const table of [ownedLeadsTable, ownedDownloadsTable])
      await system.deps.olap.write(`DELETE FROM ${table} WHERE company_id = {company:String}`, {
        company: scope.companyId,
      })
  }

  test('after a crash between the two, the next reader is answered exactly', async () => {
    const { id } = await system.confirm(scope, { limit: 40 })
    const faults = (point: string) => {
      if (point === 'committed') throw new Error('stopped')
    }
    await expect(system.run(id, { ...system.deps, faults })).rejects.toThrow('stopped')
    expect(await wrong()).toEqual([])
    expect(await quote()).toMatchObject({ alreadyOwned: 40, newLeads: 560 })
    expect(await shownAsOwned()).toEqual(firstIds(40))
    expect(await system.violations()).toEqual([])
  })

  test('takes in again all files that it lost, each lead once and under its first file', async () => {
    for (const offset of [0, 5, 10, 100]) await system.make(scope, { limit: 10, offset })
    await loseAll()
    expect(await wrong()).toEqual([])
    expect(await quote()).toMatchObject({ alreadyOwned: 30 })
    expect(await shownAsOwned()).toEqual([...firstIds(20), ...firstIds(10, 100)])
    expect(await countRows(`${ownedLeadsTable} WHERE company_id = '${scope.companyId}'`)).toBe(30)
    expect(await system.violations()).toEqual([])
  })

  test('completes a file that it had taken in only in part', async () => {
    await system.make(scope, { limit: 20 })
    await loseAll()
    await system.deps.olap.write(
      `INSERT INTO ${ownedLeadsTable} SELECT {company:String}, 1, number + 1, 1 FROM numbers(7)`,
      { company: scope.companyId },
    )
    expect(await shownAsOwned()).toEqual(firstIds(20))
    expect(await system.violations()).toEqual([])
  })

  test('takes each file in once when many read at the same time', async () => {
    await system.make(scope, { limit: 20 })
    await loseAll()
    const deps = restarted()
    await Promise.all(Array.from({ length: 8 }, async () => await readOwnership(deps, of())))
    expect(await countRows(`${ownedLeadsTable} WHERE company_id = '${scope.companyId}'`)).toBe(20)
  })

  test('two processes that take a file in at the same time count no lead twice', async () => {
    await system.make(scope, { limit: 20 })
    await loseAll()
    const ownership = await readReadyNo(system.deps.db, of())
    await Promise.all([catchUp(system.deps, ownership), catchUp(restarted(), ownership)])
    expect(await quote()).toMatchObject({ alreadyOwned: 20, newLeads: 580 })
    expect(await system.violations()).toEqual([])
  })
})

describe('PostgreSQL back from an older backup', () => {
  test('what it does not know is no longer owned, and its numbers are given again', async () => {
    await system.make(scope, { limit: 10 })
    const lost = await system.make(scope, { limit: 10, offset: 100 })
    await system.deps.db.delete(downloads).where(eq(downloads.id, lost.id))
    expect(await shownAsOwned()).toEqual(firstIds(10))
    // A part of a later file, whose own row the backup did not hold.
    await system.deps.olap.write(
      `INSERT INTO ${ownedLeadsTable} SELECT {company:String}, 1, number + 301, 3 FROM numbers(5)`,
      { company: scope.companyId },
    )
    for (const offset of [200, 400]) {
      const { id } = await system.confirm(scope, { limit: 10, offset })
      await system.run(id, restarted())
    }
    expect(await shownAsOwned()).toEqual([...firstIds(10), ...firstIds(10, 200), ...firstIds(10, 400)])
    expect(await readReadyNo(system.deps.db, of())).toMatchObject({ readyNo: 3, leads: 30 })
    expect(await wrong()).toEqual([])
  })
})

test('what is owned belongs to one company', async () => {
  await system.make(scope, { limit: 10 })
  const other = await newCompany(system.deps.db, { now: system.clock.now() })
  expect(await quoteDownload(system.deps, other, ask({}))).toMatchObject({ alreadyOwned: 0, newLeads: 600 })
})

test('frozen leads of a ready file are swept after a day, and what it brought stays owned', async () => {
  const { id } = await system.make(scope, { limit: 10 })
  const frozen = `${frozenLeadsTable} WHERE download_id = '${id}'`
  system.clock.advance(READY_AGE_MS / 2)
  await sweepDownloads(system.deps)
  expect(await countRows(frozen)).toBe(10)
  system.clock.advance(READY_AGE_MS)
  await sweepDownloads(system.deps)
  expect(await countRows(frozen)).toBe(0)
  expect(await quote()).toMatchObject({ alreadyOwned: 10, newLeads: 590 })
  expect(await wrong()).toEqual([])
  system.clock.set('2026-03-01T12:00:00Z')
})

test('the doctor sees a lead missing, a file whose leads nobody knows and numbers that do not follow', async () => {
  const company = scope.companyId
  await system.make(scope, { limit: 10 })
  const { id } = await system.make(scope, { limit: 10, offset: 20 })
  await system.deps.olap.write(
    `DELETE FROM ${ownedLeadsTable} WHERE company_id = {company:String} AND lead_id = 3`,
    {
      company,
    },
  )
  expect(await wrong()).toEqual([
    { invariant: 'I2', id: company, detail: '19 leads owned, 20 debited or free' },
  ])
  await system.deps.olap.write(
    `DELETE FROM ${ownedDownloadsTable} WHERE company_id = {company:String} AND ready_no = 2`,
    { company },
  )
  await system.deps.olap.write(`DELETE FROM ${frozenLeadsTable} WHERE download_id = {id:String}`, { id })
  expect(await wrong()).toContainEqual({
    ...{ invariant: 'I2', id },
    detail: 'of its 10 leads 0 are known',
  })
  await system.deps.db.update(downloads).set({ ownedLeads: 19 }).where(eq(downloads.id, id))
  expect(await wrong()).toContainEqual({
    ...{ invariant: 'I2', id },
    detail: 'is file 2 and brings the leads owned to 20, its row says otherwise',
  })
  await system.deps.db.delete(downloads).where(eq(downloads.companyId, company))
})

test('a table of the former layout becomes the new ones, with the same leads owned and the same files under way', async () => {
  const [made, underWay] = [
    await system.make(scope, { limit: 10 }),
    await system.confirm(scope, { limit: 20 }),
  ]
  const { olap } = system.deps
  await olap.write(`CREATE TABLE freeor.former (company_id String, dataset_no UInt32, download_id String, lead_id UInt64,
    frozen_at DateTime('UTC') DEFAULT now(), row UInt64) ENGINE = MergeTree ORDER BY (company_id, dataset_no, lead_id)`)
  await olap.write(`INSERT INTO freeor.former (company_id, dataset_no, download_id, lead_id, row)
    SELECT '', 1, download_id, lead_id, row FROM ${frozenLeadsTable}`)
  for (const table of [frozenLeadsTable, ownedLeadsTable, ownedDownloadsTable])
    await olap.write(`DROP TABLE ${table} SYNC`)
  await olap.write(`RENAME TABLE freeor.former TO ${ownedLeadsTable}`)
  const after = restarted()
  await prepareOwnership(after.olap)
  expect(await quote({}, after)).toMatchObject({ alreadyOwned: 10, newLeads: 590 })
  await system.run(underWay.id, after)
  expect(await readReadyNo(system.deps.db, of())).toMatchObject({ readyNo: 2, leads: 20 })
  expect((await system.readRows(scope, made.id)).length).toBe(10)
  expect(await wrong()).toEqual([])
})

test('ranges of ids cover all of them without gaps or overlaps', () => {
  for (const leads of [0, 1, 2_000_000, 2_000_001, 10_000_000]) {
    const ranges = idRanges(leads)
    expect(ranges).toHaveLength(Math.max(1, Math.ceil(leads / 2_000_000)))
    expect(ranges[0]?.from).toBe(0n)
    expect(ranges.at(-1)?.to).toBe(2n ** 64n - 1n)
    for (const [i, { to }] of ranges.slice(0, -1).entries()) expect(ranges[i + 1]?.from).toBe(to + 1n)
  }
})

// Last: checking everything would read all their files.
describe('200,000 ready files of one company', () => {
  const FILES = 200_000

  beforeEach(async () => {
    const { companyId, userId } = scope
    const now = system.clock.now().toISOString()
    // Each file brought one lead; the first 300 are of the sample.
    await system.deps.db.transaction(async (tx) => {
      // The references are right: checking 400,000 of them takes longer than everything else here.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`SET LOCAL statement_timeout = 0`)
      await tx.execute(sql`
        INSERT INTO ${downloads} (id, company_id, user_id, idempotency_key, request_hash, search_name, dict_id, filter,
          dsl_filter, query_url, dataset_no, data_version, rows_version, version_rows, sort, columns, sort_columns, format,
          row_offset, suppress_owned, state, rows, new_leads, file_name, file_key, bytes, sha256, created_at, updated_at,
          ready_at, ready_no, owned_leads)
        SELECT 'dl_' || ${companyId} || n, ${companyId}, ${userId}, 'many-' || n, '', '', 'sample', '', '', '', 1, 1, 1,
          600, '[]', '[]', '[]', 'csv', 0, false, 'ready', 1, 1, 'a.csv', 'a', 1, 'a', ${now}, ${now}, ${now}, n, n
        FROM generate_series(1, ${FILES}::int) AS n`)
    })
    const params = { companyId, files: FILES }
    await system.deps.olap.write(
      `INSERT INTO ${ownedLeadsTable} SELECT {companyId:String}, 1, if(number < 300, number + 1, sipHash64(number)),
        number + 1 FROM numbers({files:UInt32})`,
      params,
    )
    await system.deps.olap.write(
      `INSERT INTO ${ownedDownloadsTable} SELECT {companyId:String}, 1, number + 1,
        concat('dl_', {companyId:String}, toString(number + 1)) FROM numbers({files:UInt32})`,
      params,
    )
  })

  test('do not slow or falsify searches, quotes, orders and settlements', async () => {
    expect(await shownAsOwned()).toEqual(firstIds(300))
    const started = performance.now()
    expect(await quote()).toMatchObject({ matches: 600, alreadyOwned: 300, rows: 600, newLeads: 300 })
    expect(await quote({ suppressOwned: true })).toMatchObject({ suppressed: 300, rows: 300, newLeads: 300 })
    expect(await quote({ limit: 310, offset: 10 })).toMatchObject({ rows: 310, newLeads: 20 })
    expect(performance.now() - started).toBeLessThan(40_000)
    const made = await system.make(scope, { limit: 310, offset: 10 })
    expect(made).toMatchObject({ state: 'ready', downloadCount: 310, newLeads: 20 })
    expect(await readReadyNo(system.deps.db, of())).toMatchObject({ readyNo: FILES + 1, leads: FILES + 20 })
    expect(await quote()).toMatchObject({ alreadyOwned: 320, newLeads: 280 })
    expect(await wrong()).toEqual([])
  })
})
