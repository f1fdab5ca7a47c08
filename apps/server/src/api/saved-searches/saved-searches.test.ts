import { auditLog } from '@freeor/accounts/tables'
import { forgetSavedSearches } from '@freeor/leads/saved-searches/deletion/commands'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import type { Person } from '../../testing/people.ts'
import { addSavedSearch } from '../../testing/saved-searches.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40, jobs: false })
})

afterAll(async () => await fixture.close())

const save = (as: Person, body: object = {}) =>
  fixture.call('POST', '/api/saved-searches', {
    as,
    body: { dictId: 'firms', searchName: 'Texans', dslFilter: 'state:TX', ...body },
  })

const list = async (as: Person) =>
  (await fixture.call('GET', '/api/saved-searches', { as })).body.savedSearches

test('a search is kept with its count and listed under its name, for its own user only', async () => {
  const { owner, member } = fixture.people
  const saved = await save(owner)
  expect(saved.status, saved.text).toBe(201)
  expect(saved.body).toMatchObject({ searchName: 'Texans', uid: owner.userId, missingColumns: [] })
  expect(await list(owner)).toEqual([saved.body])
  expect(await list(member)).toEqual([])
})

test('a search says what it was saved with, and opens only under its owner', async () => {
  const { owner, member } = fixture.people
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const saved = await fixture.call('POST', '/api/saved-searches', {
    as: owner,
    headers: { 'user-agent': firefox },
    body: { dictId: 'firms', searchName: 'With a device', dslFilter: 'state:TX' },
  })
  expect(saved.body.device).toMatch(/Firefox/)
  const open = async (uid: string) =>
    (await fixture.call('GET', `/api/saved-searches/${saved.body.id}?uid=${uid}`, { as: owner })).status
  expect([await open(owner.userId), await open(member.userId)]).toEqual([200, 404])
  await fixture.call('DELETE', `/api/saved-searches/${saved.body.id}`, { as: owner })
})

test('a search without a name, or without a geography, is not kept', async () => {
  const { stranger } = fixture.people
  for (const searchName of ['', '   ', '\u200b', ' \u2060 ', undefined]) {
    const refused = await save(stranger, { searchName })
    expect([searchName, refused.status]).toEqual([searchName, 422])
    expect(refused.body.detail).toContain('Please name your search before saving.')
  }
  const nowhere = await save(stranger, { dslFilter: '' })
  expect(nowhere).toMatchObject({ status: 422, body: { detail: 'Select a geography to save this search' } })
  expect((await save(stranger, { dslFilter: 'nonsense:1' })).status).toBe(422)
  expect(await list(stranger)).toEqual([])
})

const restore = (as: Person, id: string) => fixture.call('POST', `/api/saved-searches/${id}/restore`, { as })

test('a deleted search is gone immediately for everybody, and only its own user restores it, whole', async () => {
  const { viewer, admin, member, stranger, superAdmin } = fixture.people
  const { body: saved } = await save(member)
  const path = `/api/saved-searches/${saved.id}`
  expect((await restore(member, saved.id)).status).toBe(404)
  expect((await fixture.call('DELETE', path, { as: member })).status).toBe(204)
  expect(await list(member)).toEqual([])
  for (const as of [member, superAdmin])
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ...(as === member ? [['PATCH', { searchName: 'Mine' }] as const] : []),
    ] as const)
      expect((await fixture.call(method, path, { as, body })).status, method).toBe(404)
  for (const as of [admin, stranger]) expect((await restore(as, saved.id)).status).toBe(404)
  expect((await restore(viewer, saved.id)).status).toBe(403)
  const back = await restore(member, saved.id)
  expect([back.status, back.body]).toEqual([200, saved])
  expect(await list(member)).toEqual([saved])
  await fixture.call('DELETE', path, { as: member })
})

test('a search deleted a day ago is forgotten', async () => {
  const { owner } = fixture.people
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const [old, recent] = [
    await addSavedSearch(fixture, owner, hoursAgo(25)),
    await addSavedSearch(fixture, owner, hoursAgo(23)),
  ]
  expect((await restore(owner, old)).status).toBe(404)
  await forgetSavedSearches(fixture.deps.db, new Date())
  const kept = await fixture.deps.db
    .select()
    .from(savedSearches)
    .where(inArray(savedSearches.id, [old, recent]))
  expect(kept.map(({ id }) => id)).toEqual([recent])
  expect((await restore(owner, recent)).status).toBe(200)
})

test('a super admin finds, opens, deletes and restores anyone’s search, a person only their own', async () => {
  const { admin, member, superAdmin } = fixture.people
  const { body: saved } = await save(member)
  const path = `/api/saved-searches/${saved.id}`
  const theirs = `/api/admin/users/${member.userId}/saved-searches` as const
  const found = await fixture.call('GET', theirs, { as: superAdmin })
  expect(found.body.savedSearches).toEqual([saved])
  expect((await fixture.call('GET', path, { as: superAdmin })).body).toEqual(saved)
  expect((await fixture.call('GET', path, { as: admin })).status).toBe(404)
  expect((await fixture.call('DELETE', path, { as: admin })).status).toBe(404)
  expect((await fixture.call('DELETE', path, { as: superAdmin })).status).toBe(204)
  expect((await fixture.call('DELETE', path, { as: superAdmin })).status).toBe(404)
  expect(await list(member)).toEqual([])
  expect((await restore(superAdmin, saved.id)).body).toEqual(saved)
  await fixture.call('DELETE', path, { as: superAdmin })
  const rows = await fixture.deps.db.select().from(auditLog).where(eq(auditLog.objectId, saved.id))
  expect(rows.map((row) => [row.action, row.actorUserId, row.subjectUserId])).toEqual(
    ['deleted', 'restored', 'deleted'].map((action) => [
      `saved_search.${action}`,
      superAdmin.userId,
      member.userId,
    ]),
  )
})

test('who saves on top of a newer change is told what it says now, and then writes over it knowingly', async () => {
  const { member } = fixture.people
  const { body: saved } = await save(member, { notes: 'Call in May' })
  const change = (body: object) =>
    fixture.call('PATCH', `/api/saved-searches/${saved.id}`, { as: member, body })
  const before = { searchName: 'Texans', notes: 'Call in May', tags: [] }
  expect((await change({ notes: 'Call in June', before })).status).toBe(200)
  const refused = await change({ notes: 'Call in July', before })
  const now = { ...before, notes: 'Call in June' }
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'conflict', now }])
  expect((await list(member))[0]?.notes).toBe('Call in June')
  // Another field holds nothing up.
  expect((await change({ searchName: 'Texas', before })).body).toMatchObject({ notes: 'Call in June' })
  expect((await change({ notes: 'Call in July', before: now })).body).toMatchObject({ notes: 'Call in July' })
  await fixture.call('DELETE', `/api/saved-searches/${saved.id}`, { as: member })
})

test('of two changes that begin with the same text at the same time one is refused', async () => {
  const { member } = fixture.people
  const { body: saved } = await save(member)
  const before = { notes: '' }
  const sent = ['one', 'two', 'three', 'four'].map((notes) =>
    fixture.call('PATCH', `/api/saved-searches/${saved.id}`, { as: member, body: { notes, before } }),
  )
  const answers = (await Promise.all(sent)).map(({ status }) => status).sort()
  expect(answers).toEqual([200, 409, 409, 409])
  await fixture.call('DELETE', `/api/saved-searches/${saved.id}`, { as: member })
})
