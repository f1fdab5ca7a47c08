import { importRegistry, removeRegistry } from '@freeor/leads/do-not-call/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId, importFirms } from '../../testing/firms.ts'

/* Numbers on the do-not-call registry, from a search to its file. Firm n has the number 832-555-n. */

let fixture: CompaniesFixture
beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
})
afterAll(async () => await fixture.close())

const importLines = async (lines: readonly string[]) =>
  await importRegistry(fixture.deps, {
    files: [
      async function* () {
        yield Buffer.from(`${lines.join('\n')}\n`)
      },
    ],
  })
const lineOf = (firm: number) => `832,555${String(firm).padStart(4, '0')}`

async function search(body: Record<string, unknown>) {
  return await fixture.call('POST', `/api/search/${firmsDictId}`, { as: fixture.people.owner, body })
}

async function registry() {
  return (await fixture.call('GET', '/api/do-not-call', { as: fixture.people.viewer })).body.registry
}

test('without a registry no number is marked, and a search that asks for it is refused instead of answered', async () => {
  expect(await registry()).toBeNull()
  expect((await search({ limit: 3 })).body.rows[0]?.doNotCall).toEqual([])
  for (const filter of ['dnc:yes', 'dnc:no', 'employees:>10 or -dnc:yes']) {
    const refused = await search({ filter })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'invalid_query', detail: expect.stringContaining('registry') })
  }
  expect((await search({ filter: 'dnc:perhaps' })).body.code).toBe('invalid_query')
})

test('rows say which of their numbers are on it, covered or not; counts, quote and file are the same', async () => {
  await importLines([1, 2, 3, 4, 5].map(lineOf))
  expect(await registry()).toMatchObject({ numbers: 5, areaCodes: 1, ageDays: 0, isOld: false })
  const { rows } = (await search({ limit: 50 })).body
  const marked = rows.filter(({ doNotCall }: { doNotCall: string[] }) => doNotCall.length > 0)
  expect(marked).toHaveLength(5)
  expect(marked[0]).toMatchObject({ owned: false, masked: ['email', 'phone'], doNotCall: ['phone'] })
  const path = `/api/dictionaries/${firmsDictId}/quality` as const
  const quality = (await fixture.call('GET', path, { as: fixture.people.owner })).body
  const ofColumns = quality.columns.flatMap(({ key, doNotCall }) =>
    doNotCall === null ? [] : [[key, doNotCall]],
  )
  expect(ofColumns).toEqual([['phone', (await search({ filter: 'dnc:yes', count_only: true })).body.count]])
  const { body: left } = await search({ filter: 'dnc:no', facets: ['industry'] })
  expect(left.count).toBe(35)
  expect(left.facets[0]?.values.reduce((sum: number, value: { count: number }) => sum + value.count, 0)).toBe(
    35,
  )
  expect(left.dropOne).toEqual([{ text: '-dnc:yes', count: 40 }])
  const as = fixture.people.owner
  const order = { filter: 'employees:<100', limit: 12 }
  const body = { dictId: firmsDictId, ...order }
  const quote = (await fixture.call('POST', '/api/downloads/quote', { as, body })).body
  const { id } = await download(fixture, as, order)
  const file = await fixture.call('GET', `/api/downloads/${id}/file`, { as })
  const lines = file.text.trim().split('\r\n')
  expect(lines[0]).toMatch(/"Phone","Phone on the do-not-call registry"$/)
  expect(lines.filter((line: string) => line.endsWith('"yes"'))).toHaveLength(quote.doNotCall?.leads ?? -1)
  expect(quote.doNotCall?.leads).toBeGreaterThan(0)
})

test('a new import of the dataset, and a new registry, hold at once', async () => {
  await importFirms(fixture.deps, 80)
  expect((await search({ filter: 'dnc:yes' })).body.count).toBe(5)
  await importLines([1, 79, 80, 81].map(lineOf))
  expect((await search({ filter: 'dnc:yes' })).body.count).toBe(3)
  expect((await search({ filter: 'gone:v1 dnc:yes' })).body.count).toBe(0)
  await removeRegistry(fixture.deps)
  expect((await search({ filter: 'dnc:no' })).status).toBe(422)
  expect((await checkInvariants(fixture.deps)).ok).toBe(true)
})
