import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId, importFirms } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

let fixture: CompaniesFixture
beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 120, jobs: false })
})
afterAll(async () => await fixture.close())

async function save(as: Person, filter: string, dslFilter: string): Promise<string> {
  const body = { dictId: firmsDictId, searchName: `${filter} ${dslFilter}`, filter, dslFilter }
  const saved = await fixture.call('POST', '/api/saved-searches', { as, body })
  expect(saved.status, saved.text).toBe(201)
  return saved.body.id
}

const compare = async (as: Person, first: string, second: string) =>
  await fixture.call('GET', `/api/saved-searches/${first}/comparison?with=${second}`, { as })

async function count(as: Person, q: string): Promise<number> {
  const body = { q, count_only: true }
  return (await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body })).body.count
}

test('two searches are compared by what each finds alone and both find, and the states add up to it', async () => {
  const { owner } = fixture.people
  const pairs = [
    ['employees:>200 state:TX', 'industry:Roofing state:TX,NV'],
    ['employees:>100 state:TX', 'employees:>300 state:TX'],
    ['state:CA', 'state:NV'],
    ['-state:TX', '-state:TX'],
  ] as const
  for (const [one, other] of pairs) {
    const ids = [await save(owner, '', one), await save(owner, '', other)] as const
    const { body, status, text } = await compare(owner, ...ids)
    expect(status, text).toBe(200)
    const [a, b, both] = [
      await count(owner, one),
      await count(owner, other),
      await count(owner, `${one} ${other}`),
    ]
    expect(body, `${one} | ${other}`).toMatchObject({
      ...{ first: { id: ids[0], count: a }, second: { id: ids[1], count: b }, both },
      ...{ onlyFirst: a - both, onlySecond: b - both },
    })
    for (const part of ['onlyFirst', 'both', 'onlySecond'] as const)
      expect(body.states.reduce((sum, state) => sum + state[part], 0)).toBe(body[part])
    for (const { state, onlyFirst, both: shared } of body.states)
      expect(onlyFirst + shared, state).toBe(await count(owner, `${one} state:${state}`))
  }
})

test('searches that one does not see, of another dataset, or of leads that are gone, are not compared', async () => {
  const { owner, stranger, member } = fixture.people
  const [mine, other] = [await save(owner, '', 'state:TX'), await save(owner, '', 'state:CA')]
  for (const as of [stranger, member]) expect((await compare(as, mine, other)).status).toBe(404)
  const theirs = await save(stranger, '', 'state:TX')
  expect((await compare(owner, mine, theirs)).status).toBe(404)
  await importFirms(fixture.deps, 100)
  const gone = await save(owner, 'gone:v1', 'state:TX')
  expect((await compare(owner, mine, gone)).status).toBe(409)
  await fixture.deps.db.update(savedSearches).set({ dictId: 'another' }).where(eq(savedSearches.id, other))
  expect((await compare(owner, mine, other)).status).toBe(409)
})
