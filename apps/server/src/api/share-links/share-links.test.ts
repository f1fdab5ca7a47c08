import { forgetShareLinks } from '@freeor/leads/shares/commands'
import { shareLinks } from '@freeor/leads/shares/tables'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { addMember, newAddress } from '../../testing/company-people.ts'
import { contactPattern, firmsDictId } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'
import { addShareLink } from '../../testing/share-links.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
})
afterAll(async () => await fixture.close())

const save = async (as: Person, more: object = {}) => {
  const body = { dictId: firmsDictId, searchName: 'Texans', dslFilter: 'state:TX', ...more }
  const saved = await fixture.call('POST', '/api/saved-searches', { as, body })
  expect(saved.status, saved.text).toBe(201)
  return saved.body
}

type Wishes = { access?: 'look' | 'copy'; days?: number; password?: string; mostVisits?: number }

/** A link, and how its address names it. */
async function share(as: Person, wishes: Wishes = {}, what?: { kind: 'downloadSearch'; id: string }) {
  const of = what ?? { kind: 'savedSearch', id: (await save(as)).id }
  const made = await fixture.call('POST', '/api/share-links', { as, body: { ...of, ...wishes } })
  expect(made.status, made.text).toBe(201)
  const { link, address } = made.body
  const { searchParams, pathname } = new URL(address)
  expect(pathname).toBe('/share/search')
  const named = {
    kind: link.kind,
    token: searchParams.get(link.kind) ?? '',
    owner: searchParams.get(link.kind === 'savedSearch' ? 'uid' : 'aid') ?? '',
  }
  return { id: link.id, named, link }
}

type Named = Awaited<ReturnType<typeof share>>['named']
const look = (named: Named, as?: Person, more: object = {}) =>
  fixture.call('POST', '/api/shared-searches/look', { ...(as && { as }), body: { ...named, ...more } })
const visit = (named: Named, as?: Person, more: object = {}) =>
  fixture.call('POST', '/api/shared-searches/visits', { ...(as && { as }), body: { ...named, ...more } })
const copy = (named: Named, as: Person, more: object = {}) =>
  fixture.call('POST', '/api/shared-searches/copies', { as, body: { ...named, ...more } })
const listLinks = async (as: Person) => (await fixture.call('GET', '/api/share-links', { as })).body.links
const visitsOf = async (id: string) =>
  (await fixture.deps.db.select().from(shareLinks).where(eq(shareLinks.id, id)))[0]?.visits

test('a stranger sees what a shared search finds with every contact cell covered, and the token is kept nowhere', async () => {
  const { owner } = fixture.people
  const { id, named } = await share(owner)
  expect(named.token).toMatch(/^[\w-]{22}$/)
  const [row] = await fixture.deps.db.select().from(shareLinks).where(eq(shareLinks.id, id))
  expect(JSON.stringify(row)).not.toContain(named.token)
  const { body } = await look(named)
  expect(body).toMatchObject({ kind: 'savedSearch', access: 'look', isOwn: false, pass: null })
  expect(body.search).toMatchObject({ searchName: 'Texans', dslFilter: 'state:TX', problem: null })
  expect(body.search?.count).toBeGreaterThan(0)
  expect(body.search?.rows.length).toBeGreaterThan(0)
  for (const { masked, cells } of body.search?.rows ?? [])
    for (const key of masked) expect(cells[key]).toBe('•••')
  expect(JSON.stringify(body)).not.toMatch(contactPattern)
})

test('a link to somebody else’s search, or of a viewer, is not made, and its owner must be named', async () => {
  const { owner, stranger, viewer, member } = fixture.people
  const { id } = await save(owner)
  const ask = (as: Person) =>
    fixture.call('POST', '/api/share-links', { as, body: { kind: 'savedSearch', id } })
  for (const other of [stranger, member]) expect((await ask(other)).status).toBe(404)
  expect((await ask(viewer)).status).toBe(403)
  const { named } = await share(owner)
  expect((await look({ ...named, owner: stranger.userId })).status).toBe(404)
  expect((await look({ ...named, token: named.token.replace(/./g, 'x') })).status).toBe(404)
  expect((await look({ ...named, kind: 'downloadSearch' })).status).toBe(404)
})

test('only a visit counts: looking any number of times does not, nor does the maker’s own visit', async () => {
  const { owner, stranger } = fixture.people
  const { id, named } = await share(owner, { mostVisits: 2 })
  for (let times = 0; times < 5; times++) expect((await look(named)).body).toMatchObject({ search: null })
  expect((await visit(named, owner)).body).toMatchObject({ isOwn: true })
  expect(await visitsOf(id)).toBe(0)
  const { body: first } = await visit(named, stranger)
  expect(first.search?.count).toBeGreaterThan(0)
  expect((await visit(named)).status).toBe(200)
  expect(await visitsOf(id)).toBe(2)
  for (const call of [look, visit]) expect((await call(named)).status).toBe(404)
  const counted = await visit(named, stranger, { pass: first.pass })
  expect([counted.status, await visitsOf(id)]).toEqual([200, 2])
  expect((await look(named, stranger, { pass: `${first.pass}x` })).status).toBe(404)
})

test('of many visits at the same time no more are let in than the link has', async () => {
  const { named, id } = await share(fixture.people.owner, { mostVisits: 3 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => visit(named)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
  expect(await visitsOf(id)).toBe(3)
})

test('a link with a password opens with it alone, and guessing ends', async () => {
  const { named, id } = await share(fixture.people.owner, { password: 'bluebonnet' })
  expect((await look(named)).body).toMatchObject({ needsPassword: true, search: null })
  for (const more of [{}, { password: 'wrong' }])
    expect((await visit(named, undefined, more)).status).toBe(403)
  const opened = await visit(named, undefined, { password: 'bluebonnet' })
  expect(opened.body.search?.count).toBeGreaterThan(0)
  expect((await look(named, undefined, { pass: opened.body.pass })).body.search).not.toBeNull()
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, n) => visit(named, undefined, { password: `guess ${n}` })),
  )
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(3)
  expect((await visit(named, undefined, { password: 'bluebonnet' })).status).toBe(429)
  expect(await visitsOf(id)).toBe(1)
})

test('a revoked link is dead for everybody at once, also with a pass, and only its maker or who manages people ends it', async () => {
  const { member, admin, stranger, viewer } = fixture.people
  const { id, named } = await share(member)
  const { body } = await visit(named, stranger)
  const revoke = (as: Person) => fixture.call('DELETE', `/api/share-links/${id}`, { as })
  expect((await revoke(stranger)).status).toBe(404)
  expect((await revoke(viewer)).status).toBe(403)
  expect((await revoke(admin)).status).toBe(204)
  for (const call of [look, visit])
    for (const as of [undefined, stranger, member])
      expect((await call(named, as, { pass: body.pass })).status).toBe(404)
  expect((await copy(named, stranger)).status).toBe(404)
  const mine = await fixture.call('GET', '/api/shared-searches', { as: stranger })
  expect(mine.body.sharedSearches.map(({ link }) => link)).not.toContain(id)
})

test('the owner sees all live links of the company and ends them together; a member sees and ends their own', async () => {
  const { owner, member, stranger } = fixture.people
  const [theirs, own, foreign] = [await share(owner), await share(member), await share(stranger)]
  expect((await listLinks(member)).map(({ id }) => id)).toEqual([own.id])
  expect((await listLinks(owner)).map(({ id }) => id)).toEqual(expect.arrayContaining([theirs.id, own.id]))
  const endAll = (as: Person) => fixture.call('POST', '/api/share-links/revoke-all', { as })
  expect((await endAll(member)).body).toEqual({ revoked: 1 })
  expect((await look(theirs.named)).status).toBe(200)
  await endAll(owner)
  expect(await listLinks(owner)).toEqual([])
  expect((await look(theirs.named)).status).toBe(404)
  expect((await look(foreign.named)).status).toBe(200)
})

test('a turned link has a new address, and the old one is dead also for those who had opened it', async () => {
  const { owner, stranger } = fixture.people
  const { id, named, link } = await share(owner, { mostVisits: 9 })
  await visit(named, stranger)
  const turned = await fixture.call('POST', `/api/share-links/${id}/turn`, { as: owner })
  const token = new URL(turned.body.address).searchParams.get('savedSearch') ?? ''
  expect(turned.body.link).toMatchObject({ id, visits: 1, expiresAt: link.expiresAt })
  expect((await look(named, stranger)).status).toBe(404)
  const mine = await fixture.call('GET', '/api/shared-searches', { as: stranger })
  expect(mine.body.sharedSearches.map((one) => one.link)).not.toContain(id)
  expect((await look({ ...named, token })).status).toBe(200)
})

test('links end with the membership of who made them, and do not come back with it', async () => {
  const { owner } = fixture.people
  const email = newAddress()
  const memberId = await addMember(fixture, owner, email)
  const { body } = await fixture.call('GET', '/api/company/users', { as: owner })
  const uid = body.companyUsers.find((one) => one.email === email)?.uid ?? ''
  const { named } = await addShareLink(fixture, { userId: uid, companyId: owner.companyId })
  expect((await look(named)).status).toBe(200)
  await fixture.call('DELETE', `/api/company/users/${memberId}`, { as: owner })
  expect((await look(named)).status).toBe(404)
  const [row] = await fixture.deps.db.select().from(shareLinks).where(eq(shareLinks.userId, uid))
  expect(row?.revokedAt).not.toBeNull()
})

test('no link outlives what the company allows, and a stricter rule shortens those that live', async () => {
  const { owner, member } = fixture.people
  const rule = (as: Person, mostDays: number) =>
    fixture.call('PUT', '/api/share-policy', { as, body: { mostDays } })
  const life = ({ timestamp, expiresAt }: { timestamp: string; expiresAt: string }) =>
    (Date.parse(expiresAt) - Date.parse(timestamp)) / 86_400_000
  const long = await share(owner, { days: 80 })
  expect(life(long.link)).toBe(80)
  expect((await rule(member, 5)).status).toBe(403)
  expect((await rule(owner, 7)).status).toBe(200)
  const listed = (await listLinks(owner)).find(({ id }) => id === long.id)
  expect(listed && life(listed)).toBe(7)
  expect(life((await share(owner)).link)).toBe(7)
  const body = { kind: 'savedSearch', id: (await save(owner)).id, days: 8 }
  expect((await fixture.call('POST', '/api/share-links', { as: owner, body })).status).toBe(422)
  await rule(owner, 90)
})

test('an expired link, and one whose search is deleted, is dead', async () => {
  const { owner } = fixture.people
  const { id, named, link } = await share(owner)
  await fixture.deps.db.update(shareLinks).set({ expiresAt: new Date() }).where(eq(shareLinks.id, id))
  expect((await look(named)).status).toBe(404)
  const other = await share(owner)
  await fixture.call('DELETE', `/api/saved-searches/${other.link.of}`, { as: owner })
  expect((await look(other.named)).status).toBe(404)
  expect(link.of).not.toBe(other.link.of)
})

test('a link is forgotten three months after it died, and not before', async () => {
  const { owner } = fixture.people
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const [old, recent] = [
    await addShareLink(fixture, owner, { expiresAt: daysAgo(91) }),
    await addShareLink(fixture, owner, { expiresAt: daysAgo(89) }),
  ]
  await forgetShareLinks(fixture.deps.db, new Date())
  const kept = await fixture.deps.db
    .select()
    .from(shareLinks)
    .where(inArray(shareLinks.id, [old.id, recent.id]))
  expect(kept.map(({ id }) => id)).toEqual([recent.id])
})

test('a copy is the recipient’s own search with the ZIP list of the original, and a link to look at gives none', async () => {
  const { owner, stranger, viewer } = fixture.people
  const list = await fixture.call('POST', '/api/zip-lists', { as: owner, body: { text: '77002, 75201' } })
  const dslFilter = `(state:TX or zip:@${list.body.id})`
  const { id } = await save(owner, { dslFilter, searchName: 'With a list' })
  const made = await fixture.call('POST', '/api/share-links', {
    as: owner,
    body: { kind: 'savedSearch', id, access: 'copy' },
  })
  const { searchParams } = new URL(made.body.address)
  const named = {
    kind: 'savedSearch' as const,
    token: searchParams.get('savedSearch') ?? '',
    owner: owner.userId,
  }
  expect((await copy(named, viewer)).status).toBe(403)
  const copied = await copy(named, stranger)
  expect(copied.status, copied.text).toBe(201)
  expect(copied.body).toMatchObject({ uid: stranger.userId, searchName: 'With a list' })
  expect(copied.body.queryUrl.dslFilter).not.toContain(list.body.id)
  expect(copied.body.count).toBe((await look(named)).body.search?.count)
  expect((await copy((await share(owner)).named, stranger)).status).toBe(403)
})

test('what was opened while signed in is listed as shared with me, opens again from there, and can be removed', async () => {
  const { owner, stranger, member } = fixture.people
  const { id, named } = await share(owner)
  await visit(named, stranger)
  const listed = async () =>
    (await fixture.call('GET', '/api/shared-searches', { as: stranger })).body.sharedSearches
  expect((await listed()).find(({ link }) => link === id)).toMatchObject({ searchName: 'Texans' })
  const byList = { kind: 'savedSearch' as const, link: id }
  const open = (as: Person) => fixture.call('POST', '/api/shared-searches/look', { as, body: byList })
  expect((await open(stranger)).body.search?.searchName).toBe('Texans')
  expect((await open(member)).status).toBe(404)
  const remove = (as: Person) => fixture.call('DELETE', `/api/shared-searches/${id}`, { as })
  expect((await remove(member)).status).toBe(404)
  expect((await remove(stranger)).status).toBe(204)
  expect((await listed()).map(({ link }) => link)).not.toContain(id)
})

test('the search of a download opens at its version without its file, for the owning account alone', async () => {
  const { owner, member, stranger } = fixture.people
  const made = await download(fixture, owner, { filter: 'employees:>1' })
  const { named } = await share(owner, {}, { kind: 'downloadSearch', id: made.id })
  expect(named.owner).toBe(owner.userId)
  const { body, text } = await look(named, stranger)
  expect(body.search).toMatchObject({ filter: 'employees:>1', dataVersion: made.dataVersion })
  expect(text).not.toContain(made.id)
  expect(text).not.toContain('.csv')
  expect(text).not.toMatch(contactPattern)
  for (const aid of [member.userId, stranger.userId, owner.companyId])
    expect((await look({ ...named, owner: aid })).status).toBe(404)
  const ask = { kind: 'downloadSearch', id: made.id }
  expect((await fixture.call('POST', '/api/share-links', { as: stranger, body: ask })).status).toBe(404)
})
