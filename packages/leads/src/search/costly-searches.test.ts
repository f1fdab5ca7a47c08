import { openLimiter } from '@freeor/kernel/limiter'
import { fakeClock } from '@freeor/testing/clock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leadsLimits } from '../limits.ts'
import type { SearchRequest } from '../schema.ts'
import type { SearchDeps } from './ports.ts'
import { searchLeads } from './queries.ts'
import { openSearchLimiter } from './search-limiter.ts'
import { openSampleSearch, type SampleSearch, sampleScope } from './testing.ts'

/** What one search may cost, and how many searches a company may run at the same time. */

const scope = sampleScope('cmp_one')
let system: SampleSearch

beforeAll(async () => {
  system = await openSampleSearch()
})
afterAll(() => system.close())

const search: SampleSearch['search'] = (...asked) => system.search(...asked)

test('a search past its cap is refused and names the part that costs most', async () => {
  const starved: SearchDeps = {
    ...system.deps,
    olap: { ask: (query) => system.olap.ask({ ...query, caps: { bytes: 1 } }) },
  }
  const wide = { dataset: system.dataset, request: { q: 'state:TX company:~ab employees:>3' } }
  await expect(searchLeads(starved, scope, wide)).rejects.toMatchObject({
    code: 'search_too_wide',
    details: { clause: 'company:~ab' },
  })
  await expect(
    searchLeads(starved, scope, { dataset: system.dataset, request: { q: 'gone:v2 state:TX' } }),
  ).rejects.toMatchObject({
    code: 'search_too_wide',
    details: { clause: 'gone:v2' },
  })
})

test('the statements of a search run one after the other where the version is very large', async () => {
  const mostAtOnce = async (rows: number) => {
    let [running, most] = [0, 0]
    const olap: SearchDeps['olap'] = {
      async ask(query) {
        running += 1
        most = Math.max(most, running)
        return await system.olap.ask(query).finally(() => {
          running -= 1
        })
      },
    }
    const { dictionary } = system.dataset
    const versions = dictionary.versions.map((version) => ({ ...version, rows }))
    const { count, rows: shown } = await searchLeads({ ...system.deps, olap, answersKept: 0 }, scope, {
      dataset: { ...system.dataset, dictionary: { ...dictionary, versions } },
      request: {
        ...{ q: 'state:TX employees:>3', facets: ['industry'], limit: 5 },
        map: { bbox: [-97, 29, -95, 31], zoom: 6 },
      },
    })
    expect(count).toBe(system.matching('state:TX employees:>3').length)
    expect(shown).toHaveLength(5)
    return most
  }
  expect(await mostAtOnce(1_000)).toBeGreaterThan(1)
  expect(await mostAtOnce(20_000_000)).toBe(1)
})

test('of parallel searches of a company some wait, one too many is told to retry, and ended searches free their places', async () => {
  const { concurrencyPerKey, queuePerKey } = leadsLimits.searches
  // None of those that wait is refused for its time, however slow the engine is.
  const searches = openLimiter({ ...leadsLimits.searches, longestWaitMs: 600_000 })
  const ask = async (request: SearchRequest, as = scope) =>
    await searchLeads({ ...system.deps, searches }, as, { dataset: system.dataset, request })
  const own = { key: scope.companyId }
  const releases = await Promise.all(Array.from({ length: concurrencyPerKey }, () => searches.acquire(own)))
  const waiting = Array.from({ length: queuePerKey }, () => ask({}))
  await expect.poll(() => searches.waiting).toBe(queuePerKey)
  await expect(ask({})).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfter: 1 } })
  await expect(ask({}, sampleScope('cmp_two'))).resolves.toMatchObject({ dataVersion: 4 })
  expect(searches.waiting).toBe(queuePerKey)
  for (const release of releases) release()
  for (const { dataVersion } of await Promise.all(waiting)) expect(dataVersion).toBe(4)
  await expect(ask({ q: 'nonsense:1' })).rejects.toMatchObject({ code: 'invalid_query' })
  const again = await Promise.all(Array.from({ length: concurrencyPerKey }, () => searches.acquire(own)))
  for (const release of again) release()
  await expect(ask({})).resolves.toMatchObject({ dataVersion: 4 })
})

test('a search that nobody waits for any more frees its place immediately', async () => {
  const searches = openSearchLimiter(fakeClock('2026-01-01T00:00:00Z'))
  const [typedOn, engine] = [new AbortController(), Promise.withResolvers<never>()]
  const busy: SearchDeps = { ...system.deps, searches, statements: { run: async () => await engine.promise } }
  // Sent nowhere else: a cached answer is not asked of the engine again.
  const request = { filter: 'state:MO employees:17..23', count_only: true }
  const under = [1, 2].map(() =>
    searchLeads(busy, scope, { dataset: system.dataset, request, signal: typedOn.signal }),
  )
  await expect(searchLeads(busy, scope, { dataset: system.dataset, request })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  typedOn.abort()
  const own = { key: scope.companyId }
  const releases = [await searches.acquire(own), await searches.acquire(own)]
  await expect(searches.acquire(own)).rejects.toMatchObject({ code: 'rate_limited' })
  // When they really end, later, they do not free a place a second time.
  engine.reject(new Error('ended'))
  expect((await Promise.allSettled(under)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(searches.acquire(own)).rejects.toMatchObject({ code: 'rate_limited' })
  for (const release of releases) release()
})

/** Three texts of the greatest length, with as many parts as the language allows. */
const longest = {
  'many words left out': Array.from({ length: 195 }, (_, i) => `-w${i.toString(36)}`),
  'many long words': Array.from({ length: 24 }, (_, i) => 'é'.repeat(200) + i),
  'many counties of one name': Array.from({ length: 95 }, (_, i) => `-county:Washington,w${i}`),
  'many shapes': Array.from({ length: 120 }, (_, i) => `-box:"29,-96,30,-95.${i + 100}"`),
}

test.each(Object.entries(longest))(
  'a search of %s is answered or refused as too wide, also among leads that are gone',
  async (_what, parts) => {
    for (const gone of ['', 'gone:v2 ']) {
      const texts = { filter: '', dslFilter: '', q: '' }
      let at = 0
      for (const field of ['filter', 'dslFilter', 'q'] as const) {
        let text = field === 'filter' ? gone : ''
        while (at < parts.length && text.length + (parts[at]?.length ?? 0) < 2040) text += `${parts[at++]} `
        texts[field] = text
      }
      const refusals = ['search_too_wide', 'invalid_query']
      const outcome = await search({ ...texts, facets: ['industry'], limit: 1 }).then(
        () => 'answered',
        ({ code, message }: { code: string; message: string }) =>
          refusals.includes(code) ? 'refused' : message,
      )
      expect(['answered', 'refused']).toContain(outcome)
    }
  },
)
