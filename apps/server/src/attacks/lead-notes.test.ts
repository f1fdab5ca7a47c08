import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { firmsDictId } from '../testing/firms.ts'
import { addShareLink } from '../testing/share-links.ts'

/* What a company says of leads tells whom it deals with: nobody learns it by a search that is shared. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 20 })
  const as = fixture.people.owner
  const { body } = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body: { limit: 2 } })
  for (const { id } of body.rows) {
    const said = { status: 'customer', note: 'Pays late', revision: 0 }
    const path = `/api/search/${firmsDictId}/leads/${id}/note`
    expect((await fixture.call('PUT', path, { as, body: said })).status).toBe(200)
  }
})
afterAll(async () => await fixture.close())

const filters = ['leadstatus:customer', '-leadstatus:*', 'industry:Bakery or leadnote:*']

test.each(filters)('no link is made of a search by %s, nor of its file', async (filter) => {
  const as = fixture.people.owner
  const body = { dictId: firmsDictId, searchName: 'Ours', filter, dslFilter: 'state:TX' }
  const saved = await fixture.call('POST', '/api/saved-searches', { as, body })
  expect(saved.status, saved.text).toBe(201)
  const share = async (of: object) => await fixture.call('POST', '/api/share-links', { as, body: { ...of } })
  const refused = await share({ kind: 'savedSearch', id: saved.body.id })
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request'])
  const file = await download(fixture, as, { filter, limit: 1 })
  expect((await share({ kind: 'downloadSearch', id: file.id })).status).toBe(422)
})

test.each(filters)('a link whose search came to ask for %s shows no lead and no count', async (filter) => {
  const link = await addShareLink(fixture, fixture.people.owner)
  const look = async () => await fixture.call('POST', '/api/shared-searches/look', { body: link.named })
  expect((await look()).body.search?.count).toBeGreaterThan(0)
  const isIt = eq(savedSearches.id, link.savedSearchId)
  await fixture.deps.db.update(savedSearches).set({ filter }).where(isIt)
  expect((await look()).body.search).toMatchObject({ count: null, rows: [], problem: 'company_only' })
})
