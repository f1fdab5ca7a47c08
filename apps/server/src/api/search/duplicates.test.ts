import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCompany,
  type CompaniesFixture,
  download,
  openCompaniesFixture,
} from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

/* The hint that an area was saved or downloaded before. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
  const as = fixture.people.owner
  await download(fixture, as, { filter: 'state:TX', limit: 6 })
  const body = {
    dictId: firmsDictId,
    searchName: 'Texas plumbers',
    dslFilter: 'state:TX',
    filter: 'industry:Plumbing',
  }
  expect((await fixture.call('POST', '/api/saved-searches', { as, body })).status).toBe(201)
})

afterAll(async () => await fixture.close())

const ask = async (dslFilter: string, as: Person = fixture.people.owner) => {
  const body = { dslFilter }
  const answer = await fixture.call('POST', `/api/search/${firmsDictId}/duplicates`, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('a search of the same area names what was saved and downloaded of it', async () => {
  const found = await ask('state:TX')
  expect(found.savedSearches).toMatchObject([{ searchName: 'Texas plumbers', isSame: false }])
  expect(found.downloads).toMatchObject([{ isSame: true, downloadCount: 6, nextOffset: 6 }])
  const [west = 0, south = 0, east = 0, north = 0] = found.boundingBox ?? []
  const rounded = [west, south, east, north].map((one) => Math.round(one * 100))
  expect(Math.round((found.boxSum ?? 0) * 100)).toBe(rounded.reduce((sum, one) => sum + one, 0))
})

test('another area and everywhere name nothing', async () => {
  for (const dslFilter of ['state:NV', ''])
    expect(await ask(dslFilter)).toMatchObject({ savedSearches: [], downloads: [] })
})

test('a colleague sees the company’s downloads but not what others saved; a stranger sees neither', async () => {
  expect(await ask('state:TX', fixture.people.member)).toMatchObject({
    savedSearches: [],
    downloads: [{ isSame: true }],
  })
  const stranger = await addCompany(fixture, 'elsewhere')
  expect(await ask('state:TX', stranger)).toMatchObject({ savedSearches: [], downloads: [] })
})

test('the search itself, with the offset and count_only, answers how many are left', async () => {
  const body = { dslFilter: 'state:TX', offset: 6, count_only: true }
  const left = await fixture.call('POST', `/api/search/${firmsDictId}`, { as: fixture.people.owner, body })
  expect(left.body.count).toBe(14)
})

test('it only hints: saving and downloading the same again are not refused', async () => {
  const as = fixture.people.owner
  const body = { dictId: firmsDictId, searchName: 'Again', dslFilter: 'state:TX' }
  expect((await fixture.call('POST', '/api/saved-searches', { as, body })).status).toBe(201)
  const again = await download(fixture, as, { filter: 'state:TX', limit: 6 })
  expect(again).toMatchObject({ newLeads: 0, reported: false, offset: 0, downloadCount: 6 })
})
