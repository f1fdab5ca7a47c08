import { AppError } from '@freeor/kernel/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printQuery } from '../query/print-query.ts'
import { anyQuery } from '../query/testing.ts'
import { openSampleSearch, type SampleSearch, sampleScope } from '../search/testing.ts'
import { countPlots } from './queries.ts'
import type { Plot, PlotsRequest } from './schema.ts'

let system: SampleSearch

beforeAll(async () => {
  system = await openSampleSearch()
})
afterAll(() => system.close())

const scope = sampleScope('cmp_one')
const plotsOf = async (request: PlotsRequest) =>
  await countPlots(system.deps, scope, { dataset: system.dataset, request })

const countOf = async (q: string, filter: string) =>
  (await system.search({ q, filter, count_only: true })).count

const sum = ({ bars, other, blank }: Plot) =>
  bars.reduce((all, { count }) => all + count, other.count + blank.count)

/** The bars of a plot that say which leads they are, the empty one last. */
const figuresOf = ({ bars, blank }: Plot): { clause: string; count: number }[] => [
  ...bars,
  ...(blank.clause === null ? [] : [{ clause: blank.clause, count: blank.count }]),
]

/** The plots of a search, whose count is what searching says, and so is the sum of each plot. */
async function plotsThatAddUp(q: string, choice: PlotsRequest = {}) {
  const { count, plots } = await plotsOf({ q, ...choice })
  expect(count, q).toBe(await countOf(q, ''))
  for (const plot of plots) expect(sum(plot), `${q} by ${plot.kind}`).toBe(count)
  return plots
}

/** Every figure of the plots of a search is what searching says. */
async function expectExact(q: string, choice: PlotsRequest = {}) {
  const plots = await plotsThatAddUp(q, choice)
  for (const { clause, count } of plots.flatMap(figuresOf))
    expect(await countOf(q, clause), `${q} ${clause}`).toBe(count)
  return plots
}

/** Every figure is what the plain evaluator says, and one of each plot what searching says. */
async function expectEvaluated(q: string, choice: PlotsRequest, place: number) {
  const plots = await plotsThatAddUp(q, choice)
  const found = system.matching(q)
  for (const figures of plots.map(figuresOf)) {
    for (const { clause, count } of figures)
      expect(system.matching(clause, found).length, `${q} ${clause}`).toBe(count)
    const searched = figures[place % figures.length]
    if (searched) expect(await countOf(q, searched.clause), `${q} ${searched.clause}`).toBe(searched.count)
  }
}

test('bars, other and empty are the count, and each bar is what its clause finds, of any search', async () => {
  let refused = 0
  const sizes = fc.constantFrom('employees', 'revenue')
  const asked = fc.asyncProperty(anyQuery, sizes, fc.nat(12), async (query, size, place) => {
    try {
      await expectEvaluated(printQuery(query), { size }, place)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      expect(['search_too_wide', 'invalid_query', 'invalid_request']).toContain(error.code)
      refused++
    }
  })
  await fc.assert(asked, { numRuns: 40 })
  expect(refused).toBeLessThan(10)
})

test('the plots of a whole dataset, of positive sizes, of one year, of what is gone and of nothing', async () => {
  const all = await expectExact('')
  expect(all.map(({ kind, column }) => [kind, column])).toEqual([
    ['state', null],
    ['size', 'employees'],
    ['category', 'industry'],
    ['year', 'founded'],
  ])
  expect(all[2]?.choices).toEqual([
    { column: 'industry', label: 'industry' },
    { column: 'active', label: 'active' },
  ])
  expect(all[2]?.other.values).toBeGreaterThan(0)
  const growing = await expectExact('revenue:>=0', { size: 'revenue', category: 'active' })
  expect(growing[1]?.bars[0]).toMatchObject({ from: '0', to: '1', toInclusive: false })
  expect(growing[2]?.bars.map(({ clause }) => clause).toSorted()).toEqual(['active:false', 'active:true'])
  const years = await expectExact('founded:2000')
  expect(years[3]?.bars).toEqual([expect.objectContaining({ clause: 'founded:2000..2000', from: '2000' })])
  await expectExact('gone:v2')
  await expectExact('-employees:*')
  const nothing = await expectExact('employees:<-1000')
  expect(nothing.map(({ bars }) => bars.length)).toEqual([0, 0, 0, 0])
})

test('a bar narrows further: its own plot then has finer bars', async () => {
  const [, size] = await expectExact('employees:>=100')
  const [first] = size?.bars ?? []
  const [, finer] = await expectExact(`employees:>=100 ${first?.clause}`)
  expect(finer?.bars.length).toBeGreaterThan(1)
  expect(Number(finer?.bars[0]?.to)).toBeLessThan(Number(first?.to))
})

test('a column is drawn only as what it is, and contacts never', async () => {
  const wrong: PlotsRequest[] = [
    { size: 'founded' },
    { category: 'email' },
    { year: 'employees' },
    { size: 'none' },
  ]
  for (const request of wrong)
    await expect(plotsOf(request)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('plots take a place among the searches of their company, and give it back', async () => {
  const own = { key: scope.companyId }
  const releases = [await system.deps.searches.acquire(own), await system.deps.searches.acquire(own)]
  await expect(plotsOf({})).rejects.toMatchObject({ code: 'rate_limited' })
  for (const release of releases) release()
  await expect(plotsOf({ q: 'nonsense:1' })).rejects.toMatchObject({ code: 'invalid_query' })
  await expectExact('state:TX')
})
