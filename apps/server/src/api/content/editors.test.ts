import { addDocuments } from '@freeor/content/commands'
import { siteDocuments } from '@freeor/content/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CallOptions } from '../../testing/call.ts'
import { addPeople, type People, type Person } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** What editors of site documents see of each other and of what they have not saved, and the pictures they upload. */

let system: TestSystem
let people: People
let documentId = ''
beforeAll(async () => {
  system = await openTestSystem({ jobs: false, sites: 'courses' })
  people = await addPeople(system.deps, system.call)
  const documents = [{ key: 'why', name: 'Why?', data: { group: 'All', order: 1, answer: 'Because.' } }]
  const { db } = system.deps
  await addDocuments(db, { site: 'courses', collection: 'faq', documents, now: new Date() })
  const isThis = and(eq(siteDocuments.collection, 'faq'), eq(siteDocuments.key, 'why'))
  const [row] = await db.select({ id: siteDocuments.id }).from(siteDocuments).where(isThis)
  documentId = row?.id ?? ''
})
afterAll(async () => await system.close())

const permit = async (write: string[]) => {
  const body = { permissions: { read: ['anyone'], write, delete: [] } }
  await system.call('PATCH', '/api/content-boards/courses/faq', { as: people.superAdmin, body })
}

/** A browser that reads the stream of events. */
async function look(as: Person) {
  const response = await system.request('GET', '/api/events', { as })
  const stream = { text: '' }
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += new TextDecoder().decode(chunk)
  })()
  await vi.waitFor(() => expect(stream.text).toContain('event: refresh'), { timeout: 60_000 })
  return stream
}

const save = async (version: number, answer: string) =>
  await system.call('PATCH', `/api/site-documents/${documentId}`, {
    as: people.superAdmin,
    body: { version, data: { answer } },
  })

test('whoever edits a collection is told of each change, and nobody else', async () => {
  const { superAdmin, member, stranger } = people
  await permit([member.email])
  const [editor, admin, other] = [await look(member), await look(superAdmin), await look(stranger)]
  expect((await save(1, 'For a reason.')).status).toBe(200)
  const told = ({ text }: { text: string }) => text.split(`courses/faq/${documentId}`).length - 1
  await vi.waitFor(() => expect([editor, admin].map(told)).toEqual([1, 1]), { timeout: 60_000, interval: 20 })
  expect(other.text).not.toContain('event: content')
  await permit([])
  expect((await save(2, 'For two reasons.')).status).toBe(200)
  await vi.waitFor(() => expect(told(admin)).toBe(2), { timeout: 60_000 })
  expect(told(editor)).toBe(1)
})

test('a role in a list counts for live changes too', async () => {
  const { superAdmin, member } = people
  await permit(['org-admin:Sample Fellowship'])
  const change = { orgAdmin: ['Sample Fellowship'], reason: 'a test' }
  await system.call('PUT', `/api/admin/users/${member.userId}/org-admin`, { as: superAdmin, body: change })
  const editor = await look(member)
  expect((await save(3, 'For three reasons.')).status).toBe(200)
  await vi.waitFor(() => expect(editor.text).toContain(documentId), { timeout: 60_000 })
  await permit([])
})

const preview = { name: 'Why indeed?', data: { group: 'All', order: 1, answer: 'A *preview*.' } }
const keep = async (as: Person, id = documentId, body: CallOptions['body'] = preview) =>
  await system.call('PUT', `/api/content-previews/courses/faq/${id}`, { as, body: body as typeof preview })
const shown = async (as: Person | undefined, id: string) => {
  const headers = { 'freeor-preview': id }
  const { body } = await system.call('GET', '/api/content/courses/faq', { ...(as && { as }), headers })
  return body.documents.map(({ name }) => name)
}

test('a preview is what the page would show: to its editor alone, saved nowhere', async () => {
  const { superAdmin, member, stranger } = people
  await permit([member.email])
  expect((await keep(stranger)).status).toBe(404)
  expect((await keep(superAdmin)).status).toBe(204)
  expect(await shown(superAdmin, documentId)).toEqual(['Why indeed?'])
  const one = await system.call('GET', '/api/content/courses/faq/why', {
    as: superAdmin,
    headers: { 'freeor-preview': documentId },
  })
  expect(one.body).toMatchObject({ document: { key: 'why', name: 'Why indeed?' } })
  for (const as of [member, stranger, undefined]) expect(await shown(as, documentId)).toEqual(['Why?'])
  expect((await keep(superAdmin, 'new', { ...preview, name: 'A new one' })).status).toBe(204)
  expect(await shown(superAdmin, 'new')).toEqual(['A new one', 'Why?'])
  expect(await shown(superAdmin, 'doc_other')).toEqual(['Why?'])
  await permit([])
})

test('a preview is refused for a missing document, one of another collection, and fields that do not fit', async () => {
  const { superAdmin } = people
  expect((await keep(superAdmin, 'doc_none')).status).toBe(404)
  const wrong = await keep(superAdmin, documentId, { ...preview, data: { ...preview.data, order: 'first' } })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('data.order')])
  const steps = await system.call('PUT', `/api/content-previews/courses/steps/${documentId}`, {
    as: superAdmin,
    body: { name: 'A step', data: { order: 1, text: 'Go on.' } },
  })
  expect(steps.status).toBe(404)
})

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture is uploaded by whoever writes in the collection, and answered as a picture and nothing else', async () => {
  const { superAdmin, member, stranger } = people
  await permit([member.email])
  const png = new Uint8Array(Buffer.from(onePixel, 'base64'))
  const upload = async (as: Person, rawBody = png, collection = 'faq') =>
    await system.call('POST', `/api/content-pictures?site=courses&collection=${collection}&name=Été.png`, {
      ...{ as, rawBody },
    })
  expect((await upload(stranger)).status).toBe(404)
  expect((await upload(member, png, 'bios')).status).toBe(404)
  const { status, body } = await upload(member)
  expect([status, body.width, body.height]).toEqual([201, 1, 1])
  expect(body.src).toMatch(/^\/api\/content-pictures\/courses\/[a-z2-7]{16}-ete\.png$/)
  const got = await system.call('GET', body.src)
  expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(got.headers.get('content-security-policy')).toContain('sandbox')
  expect((await upload(superAdmin, new TextEncoder().encode('<html>'))).status).toBe(422)
  const names = []
  for await (const { key } of system.deps.files.list('content/')) names.push(key)
  expect(names).toHaveLength(1)
  await permit([])
})
