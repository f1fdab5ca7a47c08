import { addDocuments } from '@freeor/content/commands'
import { siteDocuments } from '@freeor/content/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPeople, type People, type Person } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let people: People
beforeAll(async () => {
  system = await openTestSystem({ jobs: false, sites: 'courses' })
  people = await addPeople(system.deps, system.call)
  const now = new Date('2026-05-04T09:00:00Z')
  const entry = { type: 'Books', author: 'A. Writer', source: 'A Press' } as const
  const documents = [
    { key: 'old', name: 'Old', data: { ...entry, year: 1644 } },
    { key: 'new', name: 'New', description: 'About it', data: { ...entry, year: 1999 } },
    { key: 'gone', name: 'Gone', data: { ...entry, year: 2001 } },
  ]
  await addDocuments(system.deps.db, { site: 'courses', collection: 'reading-list', documents, now })
  await system.deps.db.update(siteDocuments).set({ archivedAt: now }).where(eq(siteDocuments.key, 'gone'))
})
afterAll(async () => await system.close())

const read = async (site: string, collection: string) =>
  await system.call('GET', `/api/content/${site}/${collection}`)
const readOne = async (key: string) => await system.call('GET', `/api/content/courses/reading-list/${key}`)

test('anyone reads a collection in its order, by the names of the specification, without archived documents', async () => {
  const { status, body } = await read('courses', 'reading-list')
  expect(status).toBe(200)
  expect(body.documents.map(({ name }) => name)).toEqual(['New', 'Old'])
  expect(body.documents[0]).toEqual({
    id: expect.stringMatching(/^doc_/),
    key: 'new',
    name: 'New',
    description: 'About it',
    themeColor: 'light',
    favorite: false,
    _created: '2026-05-04T09:00:00.000Z',
    lastUpdated: '2026-05-04T09:00:00.000Z',
    data: { type: 'Books', author: 'A. Writer', source: 'A Press', year: 1999 },
  })
})

test('the documents of one site are not those of the other', async () => {
  expect((await read('leads', 'reading-list')).body.documents).toEqual([])
})

test('one document is read by its key; an archived one and an unknown one answer the same', async () => {
  const found = await readOne('old')
  expect(found.body).toMatchObject({ collection: 'reading-list', document: { name: 'Old' } })
  const [gone, unknown] = await Promise.all(['gone', 'never'].map((key) => readOne(key)))
  const withoutId = ({ text, status }: { text: string; status: number }) => [
    status,
    text.replace(/req_\w+/, 'req'),
  ]
  expect(gone?.status).toBe(404)
  expect(gone && withoutId(gone)).toEqual(unknown && withoutId(unknown))
})

test('a collection that is not there is said to be none', async () => {
  const { status, text } = await read('courses', 'secrets')
  expect(status).toBe(422)
  expect(text).toContain('collection')
})

test('a board is changed by super admins alone, and its lists decide at once who reads and writes', async () => {
  const { superAdmin, member, stranger } = people
  const board = '/api/content-boards/courses/bios' as const
  const person = { group: 'Staff', order: 1, role: 'Editor', about: '', isSample: true }
  const document = { key: 'ada', name: 'A sample person', data: person }
  const permissions = { read: ['signed-in'], write: [member.email], delete: ['super-admin'] }
  expect((await system.call('PATCH', board, { as: member, body: { permissions } })).status).toBe(403)
  const changed = await system.call('PATCH', board, { as: superAdmin, body: { permissions } })
  expect(changed.body.permissions).toEqual(permissions)

  const add = (as: Person) => system.call('POST', `${board}/documents`, { as, body: document })
  expect((await add(stranger)).status).toBe(404)
  const added = await add(member)
  expect(added.status, added.text).toBe(201)
  const path = `/api/site-documents/${added.body.id}` as const
  const reads = async (as?: Person) =>
    (await system.call('GET', '/api/content/courses/bios/ada', as ? { as } : {})).status
  expect([await reads(), await reads(stranger)]).toEqual([404, 200])
  const theirs = await system.call('GET', path, { as: stranger })
  const missing = await system.call('GET', '/api/site-documents/doc_none', { as: stranger })
  const withoutId = ({ status, text }: { status: number; text: string }) => [
    status,
    text.replace(/req_\w+/, 'req'),
  ]
  expect(withoutId(theirs)).toEqual(withoutId(missing))
  expect((await system.call('DELETE', path, { as: member })).status).toBe(403)
  const boards = await system.call('GET', '/api/content-boards?site=courses', { as: member })
  expect(boards.body.boards.map(({ collection, may }) => [collection, may.delete])).toEqual([['bios', false]])
  expect((await system.call('DELETE', path, { as: superAdmin })).status).toBe(204)
})

test('two admins who change different lists of a board keep both', async () => {
  const { superAdmin } = people
  const board = '/api/content-boards/courses/faq' as const
  const change = async (permissions: { read?: string[]; write?: string[] }) =>
    (await system.call('PATCH', board, { as: superAdmin, body: { permissions } })).body.permissions
  await change({ read: ['signed-in'] })
  expect(await change({ write: ['author'] })).toEqual({
    ...{ read: ['signed-in'], write: ['author'], delete: ['super-admin'] },
  })
})

test('an admin of an organization writes where its name stands, and nowhere else', async () => {
  const { superAdmin, member } = people
  const organization = 'Sample Fellowship'
  const board = '/api/content-boards/courses/steps' as const
  const permissions = { read: ['anyone'], write: [`org-admin:${organization}`], delete: [] }
  await system.call('PATCH', board, { as: superAdmin, body: { permissions } })
  const body = { name: 'First', data: { order: 1, text: 'Sign up.' } }
  const add = async () => (await system.call('POST', `${board}/documents`, { as: member, body })).status
  expect(await add()).toBe(404)
  const path = `/api/admin/users/${member.userId}/org-admin`
  const made = await system.call('PUT', path, {
    as: superAdmin,
    body: { orgAdmin: [organization], reason: 'a test' },
  })
  expect(made.status, made.text).toBeLessThan(300)
  expect(await add()).toBe(201)
})
