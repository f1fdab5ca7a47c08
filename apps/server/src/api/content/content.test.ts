import { addDocuments } from '@freeor/content/commands'
import { siteDocuments } from '@freeor/content/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
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
