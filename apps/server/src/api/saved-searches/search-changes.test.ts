import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId, importFirms } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

let fixture: CompaniesFixture
beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
})
afterAll(async () => await fixture.close())

const changesOf = async (id: string, as: Person) =>
  (await fixture.call('GET', `/api/saved-searches/${id}/changes`, { as })).body
const look = async (id: string, as: Person, version: number) =>
  await fixture.call('POST', `/api/saved-searches/${id}/looks`, { as, body: { version } })

test('a saved search says what is new, changed and gone since its person looked, and since the company downloaded it', async () => {
  const { owner, member } = fixture.people
  const words = { dslFilter: 'state:TX', filter: 'employees:>0' }
  const body = { dictId: firmsDictId, searchName: 'Texans', visibleToCompany: true, ...words }
  const { id } = (await fixture.call('POST', '/api/saved-searches', { as: owner, body })).body
  const nothing = { new: 0, changed: 0, gone: 0 }
  expect(await changesOf(id, owner)).toMatchObject({ version: 1, looked: nothing, downloaded: null })

  // Half of the firms are in Texas, every one of them with employees.
  await importFirms(fixture.deps, 60)
  await download(fixture, owner, { filter: 'employees:>0 state:TX', limit: 5 })
  expect(await changesOf(id, owner)).toMatchObject({
    ...{ version: 2, looked: { version: 1, new: 10, changed: 0, gone: 0 } },
    downloaded: { version: 2, ...nothing },
  })
  // Reading is no look, and one person's look is not another's.
  expect((await changesOf(id, owner)).looked.new).toBe(10)
  expect((await look(id, owner, 2)).status).toBe(204)
  expect((await changesOf(id, owner)).looked).toMatchObject({ version: 2, ...nothing })
  expect((await changesOf(id, member)).looked).toMatchObject({ version: 1, new: 10 })

  await importFirms(fixture.deps, 52)
  const third = await changesOf(id, owner)
  expect(third).toMatchObject({
    looked: { version: 2, new: 0, gone: 4 },
    downloaded: { version: 2, gone: 4 },
  })
  await look(id, owner, 99)
  await look(id, owner, 1)
  expect((await changesOf(id, owner)).looked).toMatchObject({ version: 3, ...nothing })

  // A file of only what is new is a file of the search.
  await importFirms(fixture.deps, 64)
  expect((await changesOf(id, owner)).downloaded).toMatchObject({ version: 2, new: 6 })
  const news = await download(fixture, owner, {
    ...{ filter: 'employees:>0 state:TX (since:v2 or changed:v2)', limit: 20 },
  })
  expect(news.downloadCount).toBe(6)
  expect((await changesOf(id, owner)).downloaded).toMatchObject({ version: 4, ...nothing })
})

test('nobody reads or records looks at a search that is not shown to them', async () => {
  const { owner, stranger, viewer } = fixture.people
  const body = { dictId: firmsDictId, searchName: 'Mine', dslFilter: 'state:NV' }
  const { id } = (await fixture.call('POST', '/api/saved-searches', { as: owner, body })).body
  for (const as of [stranger, viewer]) {
    expect((await fixture.call('GET', `/api/saved-searches/${id}/changes`, { as })).status).toBe(404)
    expect((await look(id, as, 1)).status).toBe(404)
  }
})
