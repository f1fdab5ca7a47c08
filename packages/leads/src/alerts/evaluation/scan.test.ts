import { openLimiter } from '@freeor/kernel/limiter'
import { fakeClock } from '@freeor/testing/clock'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { knownPlaces } from '../../geography/known-places.ts'
import { doesMatch, type PlainLead } from '../../query/evaluate-query.ts'
import { printQuery } from '../../query/print-query.ts'
import { anyLead, anyQuery, sampleColumns } from '../../query/testing.ts'
import { planSearch, type SearchPlan } from '../../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../../search/ports.ts'
import { openSearchLimiter } from '../../search/search-limiter.ts'
import {
  sampleMarks,
  sampleScope,
  storeLeadNotes,
  storeOwnList,
  storeVersion,
  storeZipLists,
} from '../../search/testing.ts'
import { alertLimits } from '../limits.ts'
import { withChangedRows } from './copy-changed-rows.ts'
import { scansOf, type Watched } from './scan.ts'

const [since, version, datasetNo] = [4, 5, 9]
const zipLists = new Map([['zip_k3', ['77002', '00501']]])
const context = { columns: sampleColumns, places: knownPlaces, zipLists, ownLists: new Map() }

type Lead = PlainLead & { readonly id: number }

const seenBefore = (lead: PlainLead): PlainLead => {
  const firstSeen = Math.min(lead.firstSeen, since)
  return { ...lead, isGone: false, firstSeen, changed: Math.max(firstSeen, Math.min(lead.changed, since)) }
}
const [formerSample, newSample] = [
  fc.sample(anyLead, { numRuns: 400, seed: 11 }),
  fc.sample(anyLead, { numRuns: 200, seed: 12 }),
]
const former: Lead[] = formerSample.map((lead, i) => ({ ...seenBefore(lead), id: i + 1 }))
/** Of ten leads one is gone, two are changed, and the others stay; and some are new. */
const present: Lead[] = [
  ...former.flatMap((lead, i): Lead[] => {
    if (i % 10 === 0) return []
    const other = newSample[i % newSample.length]
    if (i % 10 > 2 || !other) return [lead]
    // What the company says of a lead does not change with an import.
    const { id, firstSeen, status, hasNote } = lead
    return [{ ...other, isGone: false, ...{ id, firstSeen, status, hasNote }, changed: version }]
  }),
  ...newSample
    .slice(0, 60)
    .map((lead, i): Lead => ({ ...lead, isGone: false, id: 1000 + i, firstSeen: version, changed: version })),
]

const importedAt = '2026-01-01T00:00:00.000Z'
const dataset: SearchDataset = {
  datasetNo,
  revision: 0,
  dictionary: {
    ...{ dictId: 'test', name: 'Test', description: '', columns: [...sampleColumns], version },
    ...{ rows: present.length, importedAt, bounds: [-99, 27, -93, 33] },
    versions: [version, since].map((each) => ({ version: each, rows: 1, importedAt })),
  },
  versionColumns: new Map([version, since].map((each) => [each, sampleColumns])),
}

let engine: TestOlap
let deps: SearchDeps

beforeAll(async () => {
  engine = await testOlap()
  const { olap } = engine
  const store = async (each: number, leads: readonly Lead[]) =>
    await storeVersion(olap, {
      ...{ datasetNo, version: each, columns: sampleColumns, leads },
      leadIds: leads.map(({ id }) => id),
    })
  const list = async (each: number, leads: readonly Lead[]) => {
    const listed = leads.filter(({ ownLists = [] }) => ownLists.length > 0)
    await storeOwnList(
      olap,
      `lst_k3/${each}`,
      listed.map(({ id }) => id),
    )
  }
  await store(since, former)
  await store(version, present)
  await list(since, former)
  await list(version, present)
  await storeZipLists(olap, zipLists)
  const notes = await storeLeadNotes(olap, datasetNo, [...former, ...present])
  deps = {
    olap,
    places: knownPlaces,
    searches: openSearchLimiter(fakeClock(importedAt)),
    statements: openLimiter({ concurrency: 4 }),
    prepareZipList: async (_scope, id) => zipLists.has(id),
    prepareMarks: async (of) => sampleMarks(of.datasetNo, of.version),
    prepareOwnList: async (_scope, id, read) => `${id}/${read.version}`,
    prepareLeadNotes: async () => notes,
    readRowNotes: async () => new Map(),
    readOwnership: async ({ companyId }) => ({ companyId, datasetNo, readyNo: 0, leads: 0 }),
  }
})
afterAll(async () => await engine?.close())

async function tryPlan(filter: string, asOf: number): Promise<SearchPlan | undefined> {
  try {
    const plan = await planSearch(deps, sampleScope('cmp_one'), dataset, {
      ...{ filter, dslFilter: '', q: '', asOf },
    })
    return plan.gone ? undefined : plan
  } catch {
    return undefined
  }
}

const row = z.object({ leads: z.array(z.coerce.number()), ids: z.array(z.array(z.string())) })

/** What every search found anew, by its text: the count and the first ids. */
async function evaluate(watched: readonly Watched<string>[], isKept = true) {
  const found = new Map<string, { leads: number; ids: number[] }>()
  let scans = 0
  await withChangedRows(engine.olap, { datasetNo, version, since, isKept }, async (rows) => {
    for (const { alerts, sql, params } of scansOf(watched, rows)) {
      scans++
      const [answer] = await engine.olap.ask({ sql, params, row })
      for (const [i, alert] of alerts.entries())
        found.set(alert, { leads: answer?.leads[i] ?? -1, ids: (answer?.ids[i] ?? []).map(Number) })
    }
  })
  return { found, scans }
}

async function watchAll(queries: readonly Parameters<typeof printQuery>[0][]) {
  const watched: (Watched<string> & { query: Parameters<typeof printQuery>[0] })[] = []
  for (const query of queries) {
    const text = printQuery(query)
    const now = await tryPlan(text, version)
    if (now && !watched.some(({ alert }) => alert === text))
      watched.push({ alert: text, now, before: await tryPlan(text, since), query: now.query })
  }
  return watched
}

const idsOf = (leads: readonly Lead[], query: Parameters<typeof printQuery>[0]) =>
  leads.filter((lead) => doesMatch(query, lead, context)).map(({ id }) => id)

test('of each search exactly the leads are found that a full run finds now and did not find before', async () => {
  const watched = await watchAll(fc.sample(anyQuery, { numRuns: 400, seed: 3 }))
  const { found, scans } = await evaluate(watched)
  // Many conditions are evaluated in one scan.
  expect(watched.length).toBeGreaterThan(200)
  expect(scans).toBeLessThan(watched.length / 10)
  let some = 0
  for (const { alert, query } of watched) {
    const before = new Set(idsOf(former, query))
    const expected = idsOf(present, query)
      .filter((id) => !before.has(id))
      .toSorted((a, b) => a - b)
    const hits = found.get(alert) ?? { leads: 0, ids: [] }
    expect(hits.leads, alert).toBe(expected.length)
    expect(hits.ids, alert).toEqual(expected.slice(0, alertLimits.leadsNamed))
    if (expected.length > 0) some++
  }
  expect(some).toBeGreaterThan(50)
})

test('where the version before is not kept, only leads that were first seen since then are new', async () => {
  const watched = await watchAll(fc.sample(anyQuery, { numRuns: 60, seed: 4 }))
  const { found } = await evaluate(watched, false)
  for (const { alert, query } of watched) {
    const added = present.filter(({ firstSeen }) => firstSeen > since)
    expect(found.get(alert)?.ids ?? [], alert).toEqual(idsOf(added, query))
  }
})

test('the copies of changed leads are dropped, also when the work breaks', async () => {
  const broken = withChangedRows(engine.olap, { datasetNo, version, since, isKept: true }, async () => {
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  const sql = "SELECT name FROM system.tables WHERE startsWith(name, 'alert_rows_')"
  expect(await engine.olap.ask({ sql, row: z.object({ name: z.string() }), pool: 'writer' })).toEqual([])
})
