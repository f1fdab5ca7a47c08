import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'

/*
 * However an answer comes (from statements, kept answers, columns in memory, packed rows), nobody who opted out is in
 * it, from the acknowledgement on.
 */

const FIRMS = 60
let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: FIRMS, variables: { SEARCH_MEMORY: '256' } })
})
afterAll(async () => await fixture.close())

async function search(body: Record<string, unknown>) {
  const answer = await fixture.call('POST', `/api/search/${firmsDictId}`, { as: fixture.people.owner, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const map = { bbox: [-125, 24, -66, 49], zoom: 4 }
const whole = { facets: ['industry'], map, limit: 50 }
const texas = { filter: 'state:TX employees:>10', facets: ['industry'], map, limit: 50 }
const byText = { filter: 'company:~firm', limit: 50 }

const waysOf = () => fixture.logLines.findLast((line) => line.includes('answeredBy')) ?? ''

/** Waits until the columns of the newest revision are in memory, and an answer comes from there. */
async function columnsAreKept(): Promise<void> {
  await vi.waitFor(
    async () => {
      extra += 1
      await search({ count_only: true, filter: `employees:>${extra / 1_000}` })
      expect(waysOf()).toContain('columns')
    },
    { timeout: 60_000, interval: 50 },
  )
}
let extra = 0

const numberOf = (row: number) => String(row).padStart(4, '0')
const emailOf = (row: number) => `private-person-${numberOf(row)}@firm-${numberOf(row)}.example`

test('whoever opts out is in no answer, whichever way it comes and in whatever order', async () => {
  const seed = Date.now() & 0x7fffffff
  // Half of them are removed while the columns in memory are those of before, half while they are being read.
  const steps = Array.from({ length: 8 }, (_, i) => ({
    row: 1 + ((seed + i * 37) % FIRMS),
    isKept: i % 2 === 0,
  }))
  const gone = new Set<number>()
  const ways = new Set<string>()
  const { packedRows, dataDir } = fixture.deps
  // The server looks after them by itself; here small versions are packed too.
  await vi.waitFor(async () => await access(join(dataDir, 'packed-rows')), { timeout: 60_000 })
  expect(await packedRows.tend({ leastRows: 1 })).toBe(1)
  for (const { row, isKept } of steps) {
    // Half of the packed rows are those of before too.
    if (isKept) await Promise.all([columnsAreKept(), packedRows.tend({ leastRows: 1 })])
    for (const asked of [whole, texas, byText]) await search(asked)
    const as = fixture.people.superAdmin
    const body = { text: emailOf(row), reason: 'asked by mail' }
    expect((await fixture.call('POST', '/api/opt-outs', { as, body })).status).toBe(201)
    gone.add(row)
    for (const asked of [whole, texas, byText]) {
      const answer = await search(asked)
      for (const line of fixture.logLines.slice(-3))
        for (const way of line.match(/kept|columns|engine/g) ?? []) ways.add(way)
      const names = answer.rows.map(({ cells }) => String(cells.company))
      for (const one of gone) expect(names, `seed ${seed}`).not.toContain(`Firm ${numberOf(one)} LLC`)
      if (asked !== texas) expect(answer.count, `seed ${seed}`).toBe(FIRMS - gone.size)
      const [industry] = answer.facets
      if (industry)
        expect(industry.values.reduce((sum, { count }) => sum + count, industry.blank)).toBe(answer.count)
      if (answer.map)
        expect(answer.map.cells.reduce((sum, { count }) => sum + count, answer.map.unplaced)).toBe(
          answer.count,
        )
    }
  }
  await columnsAreKept()
  expect((await search(whole)).count).toBe(FIRMS - gone.size)
  expect(waysOf()).toContain('columns')
  expect(ways).toContain('engine')
})
