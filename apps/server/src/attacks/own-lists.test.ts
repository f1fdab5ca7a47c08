import { customers } from '@freeor/billing/tables'
import { ownListLimits } from '@freeor/leads/own-lists/limits'
import { ownLists } from '@freeor/leads/own-lists/tables'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { firmsDictId } from '../testing/firms.ts'
import { bringList, firmEmail as emailOf, matchFirms, sendList } from '../testing/own-lists.ts'
import type { Person } from '../testing/people.ts'
import { addShareLink } from '../testing/share-links.ts'

/* A list says whom a company deals with: it is that company's alone, and bounded. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
  await fixture.deps.db.update(customers).set({ planID: 'freeor_pro' })
})
afterAll(async () => await fixture.close())
beforeEach(async () => void (await fixture.deps.db.delete(ownLists)))

const bring = async (lines: readonly string[]) => await bringList(fixture, fixture.people.owner, { lines })
const match = async (id: string) => await matchFirms(fixture, fixture.people.owner, id)
const send = async (lines: readonly string[]) => await sendList(fixture, fixture.people.owner, { lines })

test('a list is its company’s alone: nobody else sees, matches, names, fetches or deletes it', async () => {
  const { owner, stranger, viewer } = fixture.people
  const list = await bring(['Mail', emailOf(40)])
  const { filters } = await match(list.id)
  const at = `/api/own-lists/${list.id}` as const
  const tries = async (as: Person) => [
    (await fixture.call('PATCH', at, { as, body: { name: 'Mine' } })).status,
    (await fixture.call('POST', `${at}/match`, { as, body: { dictId: firmsDictId } })).status,
    (await fixture.call('GET', `${at}/file?dictId=${firmsDictId}`, { as })).status,
    (await fixture.call('DELETE', at, { as })).status,
  ]
  expect(await tries(stranger)).toEqual([404, 404, 404, 404])
  expect(await tries(viewer)).toEqual([403, 403, 403, 403])
  expect((await fixture.call('GET', '/api/own-lists', { as: stranger })).body.lists).toEqual([])
  const body = { filter: filters.matched }
  const search = await fixture.call('POST', `/api/search/${firmsDictId}`, { as: stranger, body })
  expect([search.status, search.body.code]).toEqual([422, 'invalid_query'])
  const asked = await fixture.call('POST', '/api/downloads/quote', {
    as: stranger,
    body: { dictId: firmsDictId, filter: filters.others },
  })
  expect(asked.status).toBe(422)
  // The same answer as for a list that never was.
  const none = await fixture.call('POST', `/api/search/${firmsDictId}`, {
    as: stranger,
    body: { filter: filters.matched.replace(/.{8}$/, '00000000') },
  })
  expect(none.body.detail).toBe(search.body.detail)
  expect((await fixture.call('GET', '/api/own-lists', { as: owner })).body.lists).toHaveLength(1)
})

test('a search by a list is not shared: no link is made of it, and one that came to name a list shows nothing', async () => {
  const as = fixture.people.owner
  const list = await bring(['Mail', emailOf(41)])
  const { filters } = await match(list.id)
  const save = async (filter: string) =>
    (
      await fixture.call('POST', '/api/saved-searches', {
        as,
        body: { dictId: firmsDictId, searchName: 'Ours', filter, dslFilter: 'state:TX' },
      })
    ).body
  const listed = await save(filters.matched)
  const share = async (id: string) =>
    await fixture.call('POST', '/api/share-links', { as, body: { kind: 'savedSearch', id } })
  expect((await share(listed.id)).status).toBe(422)
  const file = await download(fixture, as, { filter: filters.matched })
  const ofFile = { kind: 'downloadSearch', id: file.id } as const
  expect((await fixture.call('POST', '/api/share-links', { as, body: ofFile })).status).toBe(422)

  const link = await addShareLink(fixture, as)
  const look = async () => await fixture.call('POST', '/api/shared-searches/visits', { body: link.named })
  expect((await look()).body.search?.count).toBeGreaterThan(0)
  await fixture.deps.db
    .update(savedSearches)
    .set({ filter: filters.matched })
    .where(eq(savedSearches.id, link.savedSearchId))
  expect((await look()).body.search).toMatchObject({ count: null, rows: [] })
})

test('what is no table, too much of a day, and one list too many are refused, and leave nothing', async () => {
  const { owner } = fixture.people
  const { db } = fixture.deps
  const refused = async (lines: readonly string[]) => (await send(lines)).status
  expect(await refused([''])).toBe(422)
  expect(await refused(['PK\u0003\u0004 a workbook'])).toBe(422)
  expect(await refused([Array.from({ length: 101 }, (_, i) => `c${i}`).join(), ','.repeat(100)])).toBe(422)
  expect(await db.$count(ownLists)).toBe(0)

  const list = await bring(['Mail', emailOf(1)])
  const rows = ownListLimits.rowsPerDay - 1
  await db.update(ownLists).set({ rows }).where(eq(ownLists.id, list.id))
  expect(await refused(['Mail', emailOf(1), emailOf(2)])).toBe(429)
  // A deleted list counts for its day.
  await fixture.call('DELETE', `/api/own-lists/${list.id}`, { as: owner })
  expect(await refused(['Mail', emailOf(1), emailOf(2)])).toBe(429)
  await db.delete(ownLists)
  for (let i = 0; i < ownListLimits.lists; i++) await bring(['Mail', emailOf(i + 1)])
  expect(await refused(['Mail', emailOf(1)])).toBe(409)
})
