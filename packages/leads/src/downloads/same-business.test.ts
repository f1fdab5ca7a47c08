import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkBusinesses } from '../businesses/check-businesses.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { readReadyNo } from '../ownership/queries.ts'
import { checkReceipt } from '../receipts/check-receipt.ts'
import { readReceipt } from '../receipts/queries.ts'
import { findFileLeads } from '../returns/find-file-leads.ts'
import { quoteDownload } from './price-download.ts'
import { getDownload, getReadyRow } from './queries.ts'
import {
  addMember,
  ask,
  type DownloadSystem,
  newCompany,
  openDownloadSystem,
  type SampleMember,
  sampleColumns,
  storeBusinesses,
  storeLeads,
} from './testing.ts'

/* A business is paid once, whichever of its leads a company takes. */

let system: DownloadSystem
let scope: Awaited<ReturnType<typeof newCompany>>
let version = 2

beforeAll(async () => {
  system = await openDownloadSystem()
  await system.deps.db.insert(datasets).values({ dictId: 'sample', name: 'Sample', createdAt: new Date() })
})
afterAll(async () => await system?.close())

/** Ten leads of each test, and the businesses that all imports together found. */
let first = 0
let members: SampleMember[] = []
const sampleOf = (from: number) =>
  Array.from({ length: 10 }, (_, i) => ({
    id: from + i + 1,
    company: `Company ${from + i + 1}`,
    phone: `+1 555 ${String(1_000_000 + from + i)}`,
  }))

/** The same ten leads again; those of `groups` are found to be one business each. */
async function importLeads(...groups: number[][]): Promise<void> {
  const { db, olap } = system.deps
  version++
  await storeLeads(olap, version, sampleOf(first))
  const found = groups.flatMap(([business = 0, ...more]) =>
    [business, ...more].map((lead) => ({ business: first + business, lead: first + lead, since: version })),
  )
  members = [...members, ...found]
  await storeBusinesses(olap, version, members)
  const stored = { dictId: 'sample', version, rows: 10, columns: [...sampleColumns], importedAt: new Date() }
  await db.insert(datasetVersions).values({ ...stored, identity: { by: 'id', keys: [] } })
  await db.update(datasets).set({ currentVersion: version })
  system.serving.version = version
}

beforeEach(async () => {
  first += 1_000
  scope = await newCompany(system.deps.db, { now: system.clock.now() })
  await importLeads([1, 2, 3], [5, 6])
})

const only = (...ids: number[]) => ({
  filter: `company:${ids.map((id) => `"Company ${first + id}"`).join(',')}`,
})
const quote = async (request: object) => await quoteDownload(system.deps, scope, ask(request))
const wrong = async () => [...(await system.violations()), ...(await checkBusinesses(system.deps))]
const paid = async () => 5000 - (await system.left(scope))

test('two rows of one business are one price, in the quote, the file and the ledger', async () => {
  expect(await quote({})).toMatchObject({ rows: 10, newLeads: 7, sameLeads: 3, credits: { price: 7 } })
  expect(await system.make(scope, {})).toMatchObject({ downloadCount: 10, newLeads: 7, sameLeads: 3 })
  expect(await paid()).toBe(7)
  expect(await quote({})).toMatchObject({ alreadyOwned: 10, newLeads: 0, sameLeads: 0 })
  expect(await wrong()).toEqual([])
})

test('a business that is owned is in the file for nothing, and owned from then on', async () => {
  await system.make(scope, only(2))
  expect(await quote({ ...only(1, 3, 4), suppressOwned: true })).toMatchObject({
    newLeads: 1,
    sameLeads: 2,
    suppressed: 0,
  })
  const { id } = await system.make(scope, only(1, 3, 4))
  expect(await getDownload(system.deps, scope, id)).toMatchObject({
    newLeads: 1,
    sameLeads: 2,
    downloadCount: 3,
  })
  expect(await system.readRows(scope, id)).toHaveLength(3)
  expect(await readReadyNo(system.deps.db, { companyId: scope.companyId, datasetNo: 1 })).toMatchObject({
    leads: 4,
  })
  expect(await quote({ ...only(1, 3, 4), suppressOwned: true })).toMatchObject({ rows: 0, suppressed: 3 })
  expect(await wrong()).toEqual([])
})

test('another company pays for it', async () => {
  await system.make(scope, only(1))
  scope = await newCompany(system.deps.db, { now: system.clock.now() })
  expect(await quote(only(2))).toMatchObject({ newLeads: 1, sameLeads: 0 })
})

test('what later turns out to be one business stays paid and owned as it was', async () => {
  await system.make(scope, only(7, 8))
  await importLeads([7, 8, 9])
  expect(await quote(only(7, 8, 9))).toMatchObject({ alreadyOwned: 2, newLeads: 0, sameLeads: 1 })
  expect(await paid()).toBe(2)
  expect(await wrong()).toEqual([])
})

test('two downloads at once of one business charge it once', async () => {
  const colleague = await addMember(system.deps.db, {
    companyId: scope.companyId,
    role: 'admin',
    now: system.clock.now(),
  })
  const made = [
    await system.confirm(scope, only(1)),
    await system.confirm(colleague, only(2)),
    await system.confirm(scope, only(3)),
  ]
  expect(await paid()).toBe(3)
  await Promise.all(made.map(async ({ id }) => await system.run(id)))
  expect(await paid()).toBe(1)
  const rows = await Promise.all(made.map(async ({ id }) => await getDownload(system.deps, scope, id)))
  expect(rows.map(({ newLeads }) => newLeads).toSorted()).toEqual([0, 0, 1])
  expect(rows.map(({ sameLeads }) => sameLeads).toSorted()).toEqual([0, 1, 1])
  expect(await wrong()).toEqual([])
})

test('an import between the order and the file makes it cheaper, never dearer', async () => {
  const { id } = await system.confirm(scope, only(7, 8))
  await importLeads([7, 8])
  await system.run(id)
  expect(await getDownload(system.deps, scope, id)).toMatchObject({ newLeads: 1, sameLeads: 1 })
  expect(await paid()).toBe(1)
  expect(await wrong()).toEqual([])
})

test('a binding quote is kept when an import finds a business in it', async () => {
  const { binding } = await quote(only(7, 8))
  await importLeads([7, 8])
  const { id } = await system.confirm(scope, { ...only(7, 8), quote: binding?.token })
  await system.run(id)
  expect(await paid()).toBe(1)
})

test('the receipt says how many came free, and one without any has the form of before', async () => {
  const log = system.deps.ledgerLog
  const check = async (id: string) => {
    const receipt = await readReceipt(log, scope, id)
    return { receipt, checked: await checkReceipt(JSON.stringify(receipt), { keys: [] }) }
  }
  const { id } = await system.make(scope, only(1, 2, 4))
  const { receipt, checked } = await check(id)
  expect(receipt.download).toMatchObject({ rows: 3, sameLeads: 1, price: 2 })
  expect(checked.problems).toEqual([])
  const more = { ...receipt, download: { ...receipt.download, sameLeads: 2 } }
  expect((await checkReceipt(JSON.stringify(more), { keys: [] })).problems).toEqual([
    { kind: 'changed', field: 'download.sameLeads' },
  ])
  const { sameLeads: _, ...without } = receipt.download
  expect(
    (await checkReceipt(JSON.stringify({ ...receipt, download: without }), { keys: [] })).problems,
  ).toEqual([{ kind: 'changed', field: 'download.sameLeads' }])
  const plain = await check((await system.make(scope, only(9))).id)
  expect(plain.receipt.download).not.toHaveProperty('sameLeads')
  expect(plain.checked.problems).toEqual([])
})

test('only what was paid can be sent back: one lead of a business, not those that came free', async () => {
  const found = async (id: string) => {
    const row = await getReadyRow(system.deps.db, scope, id)
    const phones = sampleOf(first).map(({ phone }) => phone)
    const { leads: paidLeads } = await findFileLeads(system.deps, row, phones)
    return paidLeads.map(({ leadId }) => Number(leadId) - first)
  }
  const one = await system.make(scope, only(2, 3, 4))
  expect(await found(one.id)).toEqual([2, 4])
  const other = await system.make(scope, only(1, 5, 6, 9, 10))
  // What is found later changes nothing of what was paid.
  await importLeads([9, 10])
  expect(await found(other.id)).toEqual([5, 9, 10])
  expect(await found(one.id)).toEqual([2, 4])
})

test('doctor sees leads that were free without a reason, and a lead of two businesses', async () => {
  const { id } = await system.make(scope, only(1, 2, 4))
  expect(await checkBusinesses(system.deps)).toEqual([])
  await system.deps.db.execute(sql`UPDATE downloads SET new_leads = 1, same_leads = 2 WHERE id = ${id}`)
  expect(await wrong()).toEqual([
    expect.objectContaining({ invariant: 'I2', id, detail: '1 new leads, 2 debited' }),
    { invariant: 'I23', id: scope.companyId, detail: '2 leads were free, 1 at most may be' },
  ])
  await system.deps.db.execute(sql`UPDATE downloads SET new_leads = 2, same_leads = 1 WHERE id = ${id}`)
  await system.deps.olap.write(
    `INSERT INTO freeor.businesses_1_v${version} VALUES (${first + 5}, ${first + 1}, 3)`,
  )
  expect(await checkBusinesses(system.deps)).toEqual([
    { invariant: 'I23', id: 'sample', detail: '1 leads are not of one business' },
  ])
})
