import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareOwnership } from './commands.ts'
import { countOwned } from './count-owned.ts'
import { ownedLeadsTable } from './owned-leads.ts'

const LEADS = 6_000_000
const FILE = LEADS / 8
const statements = { run: async <T>(_: object, work: () => Promise<T>) => await work() }
let engine: TestOlap

/** The company owns every lead, an eighth in each file; those of the first file are stored twice. */
beforeAll(async () => {
  engine = await testOlap()
  await prepareOwnership(engine.olap)
  await engine.olap.write(`CREATE TABLE freeor.some_leads (row UInt64, lead_id UInt64 CODEC(NONE))
    ENGINE = MergeTree ORDER BY row AS SELECT number, sipHash64(number) FROM numbers(${LEADS})`)
  const own = async (rows: number) =>
    await engine.olap.write(`INSERT INTO ${ownedLeadsTable} (company_id, dataset_no, lead_id, ready_no)
      SELECT 'cmp_a', 1, lead_id, 1 + intDiv(row, ${FILE}) FROM freeor.some_leads WHERE row < ${rows}`)
  await own(LEADS)
  await own(FILE)
})
afterAll(async () => await engine.close())

const owning = (files: number) => ({
  companyId: 'cmp_a',
  datasetNo: 1,
  readyNo: files,
  leads: files * FILE,
})

const first = (rows: number) => ({
  sql: `SELECT lead_id FROM freeor.some_leads WHERE row < {rows:UInt64}`,
  params: { rows },
  leads: rows,
})

test.each([
  { what: 'a page', of: 50, files: 8, owned: 50 },
  { what: 'a county of all', of: 30_000, files: 8, owned: 30_000 },
  { what: 'a million of what is owned', of: 1_000_000, files: 8, owned: 1_000_000 },
  { what: 'all, of which a quarter is owned', of: LEADS, files: 2, owned: 2 * FILE },
  { what: 'all, of which most are owned', of: LEADS, files: 7, owned: 7 * FILE },
  { what: 'all, and all are owned', of: LEADS, files: 8, owned: LEADS },
])('$what: each owned lead is counted once, within the memory of a search', async ({ of, files, owned }) => {
  expect(await countOwned({ olap: engine.olap, statements }, owning(files), first(of))).toBe(owned)
})
