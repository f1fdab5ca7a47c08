import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { doesMatch } from '../query/evaluate-query.ts'
import { printQuery } from '../query/print-query.ts'
import { splitQuery } from '../query/split-query.ts'
import { anyQuery } from '../query/testing.ts'
import { type EmptyRequest, emptyRequest } from '../schema.ts'
import { planCondition, planSearch } from '../search/plan-search.ts'
import { openSampleSearch, type SampleSearch, sampleScope } from '../search/testing.ts'
import { findMatch } from './find-match.ts'

let system: SampleSearch

beforeAll(async () => {
  system = await openSampleSearch()
})
afterAll(() => system.close())

const planOf = (request: EmptyRequest) =>
  planSearch(system.deps, sampleScope('cmp_one'), system.dataset, emptyRequest.parse(request))

async function matchOf(request: EmptyRequest, leadId: number) {
  return await findMatch(system.deps, await planOf(request), { leadId: String(leadId) })
}

/** The ids of the leads that the search itself finds. */
async function foundBy(plan: Awaited<ReturnType<typeof planOf>>): Promise<ReadonlySet<number>> {
  const { sql, params } = planCondition(plan)
  const rows = await system.olap.ask({
    sql: `SELECT lead_id FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} WHERE ${sql}`,
    params,
    row: z.object({ lead_id: z.coerce.number() }),
  })
  return new Set(rows.map((row) => row.lead_id))
}

test('it says of every lead what the search says, for random searches', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, fc.integer({ min: 0, max: 1499 }), async (query, at) => {
      const plan = await planOf(splitQuery(query))
      const found = await foundBy(plan)
      const one = [...found][at % Math.max(1, found.size)]
      const other = Array.from({ length: 1500 }, (_, i) => ((at + i) % 1500) + 1).find((id) => !found.has(id))
      for (const id of [one, other, at + 1]) {
        if (id === undefined) continue
        const match = await findMatch(system.deps, plan, { leadId: String(id) })
        expect(match.matches, `${printQuery(query)} of ${id}`).toBe(found.has(id))
        const lead = system.leads[id - 1]
        for (const clause of match.parts.flatMap((part) => part.clauses)) {
          const alone = await planOf({ q: clause.text })
          expect(clause.holds, `${clause.text} of ${id}`).toBe(
            lead !== undefined && doesMatch(alone.query, lead, system.context),
          )
        }
      }
    }),
    { numRuns: 60, seed: 21 },
  )
})

const idOf = (wanted: (lead: SampleSearch['leads'][number]) => boolean) => {
  const at = system.leads.findIndex(wanted)
  expect(at).toBeGreaterThanOrEqual(0)
  return at + 1
}

test('each clause says where it holds: columns, places, distances, alternatives and exclusions', async () => {
  const id = idOf(
    ({ state, zip, lat, cells }) =>
      state === 'TX' && zip !== '' && !Number.isNaN(lat) && String(cells.company).toLowerCase() === 'acme co',
  )
  const lead = system.leads[id - 1]
  const match = await matchOf(
    {
      dslFilter: 'within:500mi@30,-95 (state:NV or state:TX)',
      filter: 'company:~acme -company:~zzz',
      q: 'co',
    },
    id,
  )
  expect(match.matches).toBe(true)
  const clauses = new Map(match.parts.flatMap((part) => part.clauses).map((one) => [one.text, one]))
  expect(clauses.get('company:~acme')).toMatchObject({
    holds: true,
    excluded: false,
    columns: ['company'],
    looksFor: ['acme'],
  })
  expect(clauses.get('company:~zzz')).toMatchObject({ holds: false, excluded: true })
  expect(clauses.get('state:NV')).toMatchObject({ holds: false, place: 'TX' })
  expect(clauses.get('state:TX')).toMatchObject({ holds: true, place: 'TX' })
  expect(clauses.get('co')?.columns).toContain('company')
  const circle = [...clauses.values()].find(({ text }) => text.startsWith('within:'))
  // A degree of latitude is 111.2 km: the distance along one meridian and one parallel bounds the great circle.
  const north = Math.abs((lead?.lat ?? 0) - 30) * 111_195
  const east = Math.abs((lead?.lon ?? 0) + 95) * 111_195
  expect(circle?.meters).toBeGreaterThanOrEqual(north - 1)
  expect(circle?.meters).toBeLessThanOrEqual(north + east + 1)
})

test('what does not hold is told, with the parts that do', async () => {
  const id = idOf(({ state }) => state === 'TX')
  const match = await matchOf({ q: 'state:TX state:NV' }, id)
  expect(match.matches).toBe(false)
  expect(match.parts.map(({ text, holds }) => ({ text, holds }))).toEqual([
    { text: 'state:TX', holds: true },
    { text: 'state:NV', holds: false },
  ])
})

test('gone: holds for a lead that has left, and not for one that is still here', async () => {
  const gone = await matchOf({ q: 'gone:v2' }, 9001)
  expect(gone).toMatchObject({ matches: true, parts: [{ text: 'gone:v2', holds: true }] })
  expect((await matchOf({ q: 'gone:v2' }, 2)).matches).toBe(false)
  // Only in the version that is here now: nothing can be said of it in the older one.
  expect(await matchOf({ q: 'gone:v2' }, 700)).toEqual({ matches: false, parts: [] })
})
